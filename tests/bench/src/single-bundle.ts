import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration } from 'webpack';
import { runWebpack } from './run-webpack.ts';
import { frontEnds } from './services.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The remotes by the name the shell loads them under. */
const remotes = frontEnds.filter((app) => app.startsWith('mf-')).map((app) => app.slice('mf-'.length));

function isConfiguration(value: unknown): value is Configuration {
  return typeof value === 'object' && value !== null && 'entry' in value;
}

/** The shell's own configuration, so that the comparison differs in nothing but federation. */
async function shellConfiguration(): Promise<Configuration> {
  const exported: unknown = await import(pathToFileURL(join(root, 'shell/webpack.config.ts')).href);
  const config = typeof exported === 'object' && exported && 'default' in exported ? exported.default : null;
  if (!isConfiguration(config)) throw new Error('shell/webpack.config.ts exports no configuration');
  return config;
}

/**
 * Builds shell and remotes from the same sources as one application with one script, calls `measure` with the folder of
 * the result and removes it.
 */
export async function withSingleBundle<Result>(
  measure: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-single-bundle-'));
  try {
    const loads = remotes.map(
      (name) => `  ${name}: () => import(${JSON.stringify(join(root, `mf-${name}/src/remote.tsx`))}),`,
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
    const config = await shellConfiguration();
    const output = join(folder, 'dist');
    await runWebpack({
      ...config,
      cache: false,
      output: { ...config.output, path: output },
      optimization: { ...config.optimization, splitChunks: false },
      plugins: [
        ...(config.plugins ?? []),
        new webpack.NormalModuleReplacementPlugin(
          /remotes\/federation\.ts$|^\.\/federation\.ts$/,
          federation,
        ),
        new webpack.NormalModuleReplacementPlugin(/\/start\.js\?address$/, `${start}?address`),
        new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      ],
    });
    // The page names it, and nothing fetches it.
    await removeFederationRuntime(output);
    return await measure(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeFederationRuntime(output: string): Promise<void> {
  const folder = join(output, 'assets/as-is');
  const files = (await readdir(folder)).filter((file) => file.startsWith('federation-runtime.'));
  await Promise.all(files.map((file) => rm(join(folder, file))));
}
