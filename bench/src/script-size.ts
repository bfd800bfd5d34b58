import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { withSingleBundle } from './single-bundle.ts';

/**
 * Prints, as a Markdown table, the JavaScript and CSS of each built front end in kilobytes (1,000 bytes) after gzip -9,
 * and what one bundle of the same sources would weigh. Ends with 1 when all together are heavier than they may be.
 * Run `npm run build` first, then `npm run bench:script-size`.
 */
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

const row = (name: string, { js, css }: { js: number; css: number }): string =>
  `| ${name} | ${(js / 1000).toFixed(1)} | ${(css / 1000).toFixed(1)} |`;

console.log('| Front end | JavaScript, KB gzip | CSS, KB gzip |\n| --- | ---: | ---: |');
const together = { js: 0, css: 0 };
for (const app of apps) {
  const size = await measure(join(root, app, 'dist'));
  together.js += size.js;
  together.css += size.css;
  console.log(row(app, size));
}
const single = await withSingleBundle(measure);
console.log(row('together', together));
console.log(row('one bundle of the same sources', single));

const ratio = together.js / single.js;
console.log(
  `\nJavaScript together: ${ratio.toFixed(2)} times the one bundle, of at most ${MOST.toFixed(2)}.`,
);
if (ratio > MOST) process.exitCode = 1;
