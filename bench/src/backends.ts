import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const mainstay = join(import.meta.dirname, '../../local-stack/bin/mainstay.mjs');

/** Starts this program again with a throw-away PostgreSQL and Redis, unless it has them, and ends as that one ends. */
export function runWithBackends(): void {
  if (process.env['TEST_DATABASE_ADMIN_URL'] !== undefined) return;
  const args = [mainstay, 'with-backends', '--', process.execPath, ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}
