import { startWholeSystem } from '@mainstay/test-kit';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOfEveryScreen } from './every-screen.ts';
import { atMost, type Bench, comparedRow, row } from './row.ts';
import { frontEnds } from './services.ts';
import { withSingleBundle } from './single-bundle.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The most that separate deployment may cost, as a ratio to one bundle. */
const MOST = 1.16;

/** The files of a build that the product's own screens do not use: for versions of different days, and icons of other remotes. */
const SPARE = /\/spare-[^/]+$/;

/** The scripts and styles in a folder, by path. */
async function filesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => /\.(js|css)$/.test(file)).map((file) => join(folder, file));
}

/** Kilobytes (1,000 bytes) after gzip -9. */
async function weigh(files: string[], ending = '.js'): Promise<number> {
  const weights = files
    .filter((file) => file.endsWith(ending))
    .map(async (file) => gzipSync(await readFile(resolve(root, file)), { level: 9 }).length);
  return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0) / 1000;
}

async function fetchedFiles(): Promise<Set<string>> {
  const system = await startWholeSystem();
  try {
    return await filesOfEveryScreen(system.url);
  } finally {
    await system.stop();
  }
}

/**
 * The JavaScript and CSS that a page fetches of each front end over all screens, in kilobytes (1,000 bytes) after gzip -9,
 * and what one bundle of the same sources weighs.
 * @throws when a file was not fetched that is not a spare one: then not every screen was opened.
 */
export const scriptSize: Bench = async () => {
  const isFetched = await fetchedFiles();
  const built = (await Promise.all(frontEnds.map((app) => filesIn(join(app, 'dist'))))).flat();
  const fetched = built.filter((file) => isFetched.has(file));
  const unused = built.filter((file) => !isFetched.has(file));
  const missed = unused.filter((file) => !SPARE.test(file));
  if (missed.length > 0) throw new Error(`no screen fetched ${missed.join(', ')}`);
  const single = await withSingleBundle(async (folder) => {
    const files = await filesIn(folder);
    return { js: await weigh(files), css: await weigh(files, '.css') };
  });
  const parts = await Promise.all(
    frontEnds.map(async (app) =>
      row(`${app}: JavaScript`, 'KB gzip', [await weigh(fetched.filter((file) => file.startsWith(app)))]),
    ),
  );
  const other = (value: number) => ({ name: 'one bundle', values: [value] });
  return [
    ...parts,
    comparedRow('all: JavaScript', 'KB gzip', [await weigh(fetched)], other(single.js), atMost(MOST)),
    comparedRow('all: CSS', 'KB gzip', [await weigh(fetched, '.css')], other(single.css)),
    row('only for versions of different days and other remotes: JavaScript', 'KB gzip', [
      await weigh(unused),
    ]),
  ];
};
