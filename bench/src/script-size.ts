import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { atMost, type Bench, comparedRow, row } from './row.ts';
import { withSingleBundle } from './single-bundle.ts';

const root = resolve(import.meta.dirname, '../..');
const apps = ['shell', 'mf-maintenance', 'mf-locations', 'mf-employees'];

/** The most that separate deployment may cost, as a ratio to one bundle. */
const MOST = 1.1;

async function gzipped(folder: string, ending: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const contents = await Promise.all(
    files.filter((file) => file.endsWith(ending)).map((file) => readFile(join(folder, file), 'utf8')),
  );
  // Federation writes a shared module's file once for who provides it and once for who uses it: a page fetches one.
  return [...new Set(contents)].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

const measure = async (folder: string) => ({
  js: await gzipped(folder, '.js'),
  css: await gzipped(folder, '.css'),
});

/**
 * The JavaScript and CSS of each front end in kilobytes (1,000 bytes) after gzip -9, and
 * what one bundle of the same sources would weigh. Wants `npm run build` before.
 */
export const scriptSize: Bench = async () => {
  const sizes = await Promise.all(apps.map((app) => measure(join(root, app, 'dist'))));
  const single = await withSingleBundle(measure);
  const together = (kind: 'js' | 'css'): number => sizes.reduce((sum, size) => sum + size[kind], 0) / 1000;
  const other = (bytes: number) => ({ name: 'one bundle', values: [bytes / 1000] });
  return [
    ...apps.map((app, index) => row(`${app}: JavaScript`, 'KB gzip', [(sizes[index]?.js ?? NaN) / 1000])),
    comparedRow('all: JavaScript', 'KB gzip', [together('js')], other(single.js), atMost(MOST)),
    comparedRow('all: CSS', 'KB gzip', [together('css')], other(single.css)),
  ];
};
