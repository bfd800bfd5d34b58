import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../../..');

/** What is fetched and built once for all systems of this checkout; state of a running system lies beside it. */
export const ownFolder = join(root, '.mainstay');
