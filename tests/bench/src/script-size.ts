import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import webpack, { type Configuration } from 'webpack';
import { atMost, type Bench, comparedRow, row } from './row.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The most that separate deployment may cost, as a ratio to one bundle. */
const MOST = 1.16;

/** Files that the product's own screens do not use: for versions of different days, and icons of others. */
const SPARE = /\/spare-[^/]+$/;

const remotes = globSync('mf-*', { cwd: root }).sort();

const scriptsIn = (folder: string): string[] =>
  globSync('**/*.js', { cwd: folder }).map((file) => join(folder, file));

/** Kilobytes (1,000 bytes) after gzip -9. */
async function weigh(files: string[]): Promise<number> {
  const weights = files.map(async (file) => gzipSync(await readFile(file), { level: 9 }).length);
  return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0) / 1000;
}

/** The JavaScript of all front ends, and what one bundle of the same sources weighs. */
export const scriptSize: Bench = async () => {
  const apps = ['shell', ...remotes];
  const built = apps.flatMap((app) => scriptsIn(join(root, app, 'dist')));
  const used = built.filter((file) => !SPARE.test(file));
  const parts = await Promise.all(
    apps.map(async (app) =>
      row(`${app}: JavaScript`, 'KB gzip', [
        await weigh(used.filter((file) => file.startsWith(join(root, app)))),
      ]),
    ),
  );
  const single = { name: 'one bundle', values: [await weighSingleBundle()] };
  return [
    ...parts,
    comparedRow('all: JavaScript', 'KB gzip', [await weigh(used)], single, atMost(MOST)),
    row('only for versions of different days and other remotes', 'KB gzip', [
      await weigh(built.filter((file) => SPARE.test(file))),
    ]),
  ];
};

function isConfiguration(value: unknown): value is Configuration {
  return typeof value === 'object' && value !== null && 'entry' in value;
}

/** Builds shell and remotes as one application with one script, by the shell's own configuration. */
async function weighSingleBundle(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-single-bundle-'));
  try {
    const exported: unknown = await import(pathToFileURL(join(root, 'shell/webpack.config.ts')).href);
    const config =
      typeof exported === 'object' && exported && 'default' in exported ? exported.default : null;
    if (!isConfiguration(config)) throw new Error('shell/webpack.config.ts exports no configuration');
    const loads = remotes.map(
      (app) =>
        `  ${app.replace('mf-', '')}: () => import(${JSON.stringify(join(root, app, 'src/remote.tsx'))}),`,
    );
    const federation = join(folder, 'federation.js');
    await writeFile(
      federation,
      `const remotes = {\n${loads.join('\n')}\n};\nexport const federation = { load: ({ name }) => remotes[name]() };\n`,
    );
    // One bundle starts no remote's files ahead.
    const start = join(folder, 'start.js');
    await writeFile(
      start,
      "document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'dark';\n",
    );
    const replaced = /remotes\/federation\.ts$|^\.\/federation\.ts$/;
    await build({
      ...config,
      cache: false,
      output: { ...config.output, path: join(folder, 'dist') },
      optimization: { ...config.optimization, splitChunks: false },
      plugins: [
        ...(config.plugins ?? []),
        new webpack.NormalModuleReplacementPlugin(replaced, federation),
        new webpack.NormalModuleReplacementPlugin(/\/start\.js\?address$/, `${start}?address`),
        new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      ],
    });
    // The page names federation's runtime, and nothing fetches it.
    const files = scriptsIn(join(folder, 'dist'));
    return await weigh(files.filter((file) => !basename(file).startsWith('federation-runtime.')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error with webpack's own report when the build has errors */
const build = (config: Configuration): Promise<void> =>
  new Promise((done, fail) => {
    webpack(config, (error, stats) => {
      if (error) fail(error);
      else if (stats?.hasErrors()) fail(new Error(stats.toString('errors-only')));
      else done();
    });
  });
