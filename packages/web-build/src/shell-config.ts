import HtmlWebpackPlugin from 'html-webpack-plugin';
import { join } from 'node:path';
import webpack, { type Compilation, type Configuration } from 'webpack';
import { provided } from './shared-modules.ts';
import { browserConfig, onlyGroups, servedAs, styles, vendor } from './browser-config.ts';
import { PassedChunks } from './passed-chunks.ts';
import { shellWorker } from './shell-worker.ts';

/**
 * The HTML documents of the shell: one for visitors without a session cookie, one for all others. `start` are the
 * imports whose chunks the page preloads in parallel.
 */
const documents = [
  { filename: 'signed-out.html', isSignedOut: true, start: [] },
  { filename: 'index.html', isSignedOut: false, start: ['./signed-in.tsx'] },
];

/** The URLs of the chunks that contain these imports. */
function filesOf(compilation: Compilation, imports: readonly string[]): string[] {
  const files = new Set<string>();
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      if (!block.dependencies.some((it) => 'request' in it && imports.includes(String(it.request)))) continue;
      const chunks = compilation.chunkGraph.getBlockChunkGroup(block)?.chunks ?? [];
      for (const file of chunks.flatMap((chunk) => [...chunk.files])) files.add(`/${file}`);
    }
  }
  return [...files];
}

/** The rule for the page's first script, which begins with what remembers presses. */
const firstScript = (dir: string) => ({
  test: /app\/start\.js$/,
  loader: join(import.meta.dirname, 'with-request-again.ts'),
  options: { before: [join(dir, 'src/app/presses.js')] },
});

/**
 * The shell's webpack configuration: two pages, their service worker, and hashed files under dist/assets/. The
 * federation runtime is a separate file (federation-runtime.ts).
 */
export function shellConfig({ dir }: { dir: string }): Configuration {
  const base = browserConfig(dir, 'shell', 'assets/');
  return {
    ...base,
    // A file that hangs must fail, so that it is requested again. The largest need long in a slow network.
    output: { ...base.output, publicPath: '/', chunkLoadTimeout: 30_000 },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        {
          resourceQuery: /federation-runtime/,
          type: 'asset/resource',
          use: join(import.meta.dirname, 'federation-runtime.ts'),
          generator: { filename: servedAs('assets/as-is/federation-runtime', '.js') },
        },
        firstScript(dir),
        // `./file.png?as-named` imports the URL of a file that keeps its name.
        { resourceQuery: /as-named/, type: 'asset/resource', generator: { filename: '[name][ext]' } },
      ],
    },
    optimization: {
      ...base.optimization,
      splitChunks: onlyGroups({
        // Not of the worker, which is one file.
        vendor: { ...vendor, chunks: ({ name }) => name === 'main' },
        // All styles of the signed-in part in one small file, but those of parts that come later.
        styles: {
          type: 'css/mini-extract',
          name: 'signed-in',
          chunks: (chunk) => !chunk.canBeInitial() && !chunk.name?.startsWith('late-'),
          enforce: true,
        },
      }),
    },
    plugins: [
      styles('assets/'),
      new PassedChunks(),
      ...documents.map(
        ({ filename, isSignedOut, start }) =>
          new HtmlWebpackPlugin({
            filename,
            chunks: ['main'],
            template: join(dir, 'src/page.tsx'),
            templateParameters: (compilation) => ({
              isSignedOut,
              start: filesOf(compilation, start),
              screenParts: filesOf(compilation, ['@mainstay/ui/core']),
              pressedParts: filesOf(compilation, ['@mainstay/ui/forms']),
            }),
            scriptLoading: 'defer',
          }),
      ),
      shellWorker('./src/worker/worker.ts'),
      new webpack.DefinePlugin({ SHARED_MODULES: JSON.stringify(provided) }),
    ],
  };
}
