import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Bench, type Row, row } from './row.ts';
import { foldersLike, frontEnds } from './services.ts';

const root = resolve(import.meta.dirname, '../../..');
const services = foldersLike('svc-*');

/** How long each part takes to build alone: without any cache, and again with nothing changed. */
export const builds: Bench = async ({ isQuick }) => {
  const rows: Row[] = [];
  for (const name of isQuick ? ['mf-locations', 'svc-auth'] : [...frontEnds, ...services]) {
    const isApp = frontEnds.includes(name);
    await withoutResults([`${name}/dist`, ...(isApp ? [`${name}/node_modules/.cache`] : [])], async () => {
      rows.push(row(`${name}: cold`, 's', [await build(name)]));
      // tsc keeps nothing from one build to the next.
      if (isApp) rows.push(row(`${name}: warm`, 's', [await build(name)]));
    });
  }
  return rows;
};

/** Puts folders aside and back again: their times tell `npm start` that nothing is to be built. */
async function withoutResults(folders: string[], work: () => Promise<void>): Promise<void> {
  const known = folders.filter((folder) => existsSync(join(root, folder)));
  const aside = (folder: string): string => join(root, '.mainstay/bench', folder);
  for (const folder of known) {
    await rm(aside(folder), { recursive: true, force: true });
    await mkdir(dirname(aside(folder)), { recursive: true });
    await rename(join(root, folder), aside(folder));
  }
  try {
    await work();
  } finally {
    for (const folder of known) {
      await rm(join(root, folder), { recursive: true, force: true });
      await rename(aside(folder), join(root, folder));
    }
  }
}

/** Seconds. */
async function build(name: string): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: join(root, name) });
  return (performance.now() - begun) / 1000;
}
