import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Prints, as a Markdown table, the JavaScript and CSS of each built front end in kilobytes (1,000 bytes) after gzip -9.
 * Run `npm run build` first, then `npm run bench:script-size`.
 */
const root = resolve(import.meta.dirname, '../..');
const apps = ['shell', 'mf-maintenance', 'mf-locations', 'mf-employees'];

async function gzipped(folder: string, ending: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.endsWith(ending))
      .map(async (file) => gzipSync(await readFile(join(folder, file)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const inKilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

console.log('| Front end | JavaScript, KB gzip | CSS, KB gzip |\n| --- | ---: | ---: |');
for (const app of apps) {
  const dist = join(root, app, 'dist');
  const [js, css] = await Promise.all([gzipped(dist, '.js'), gzipped(dist, '.css')]);
  console.log(`| ${app} | ${inKilobytes(js)} | ${inKilobytes(css)} |`);
}
