import { join, resolve } from 'node:path';

/** The checkout. */
export const root = resolve(import.meta.dirname, '../../../..');

/** Files fetched and built once for all systems of this checkout; the state of a running system is beside them. */
export const ownFolder = join(root, '.mainstay');
