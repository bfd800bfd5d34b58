import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** The names of all services of this checkout, without `svc-`. */
export const serviceNames = globSync('svc-*/service.json', { cwd: root })
  .map((file) => basename(dirname(file)).replace('svc-', ''))
  .sort();
