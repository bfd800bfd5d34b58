import HtmlWebpackPlugin from 'html-webpack-plugin';
import { join } from 'node:path';
import webpack, { type Compilation, type Configuration } from 'webpack';
import { provided } from '../federation.ts';
import { browserConfig, styles, together } from './browser-config.ts';

/** The shell's document, for whoever comes without a session and for whoever comes with one. */
interface Document {
  filename: string;
  isSignedOut: boolean;
  /** The imports of the shell whose files the page fetches at once and not one after the other. */
  start: readonly string[];
}

const documents: Document[] = [
  { filename: 'signed-out.html', isSignedOut: true, start: [] },
  { filename: 'index.html', isSignedOut: false, start: ['./signed-in.tsx'] },
];

/** The addresses of the files that hold the modules of these imports. */
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

/**
 * The shell's build: its two pages and hashed files under dist/assets/. The federation runtime is a file of its own
 * (federation-runtime.ts).
 */
export function shellConfig({ dir }: { dir: string }): Configuration {
  const base = browserConfig(dir, 'shell', 'assets/');
  return {
    ...base,
    output: { ...base.output, publicPath: '/' },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        {
          resourceQuery: /federation-runtime/,
          type: 'asset/resource',
          use: join(import.meta.dirname, 'federation-runtime.ts'),
          generator: { filename: 'assets/as-is/federation-runtime.[contenthash:10].js' },
        },
      ],
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // Changes less often than the rest.
          vendor: { ...together('vendor', /[\\/]node_modules[\\/]/), chunks: 'initial' },
          // All styles behind the sign-in come with its script: a few kilobytes, one request.
          styles: { type: 'css/mini-extract', name: 'signed-in', chunks: 'async', enforce: true },
        },
      },
    },
    plugins: [
      styles('assets/'),
      ...documents.map(
        ({ filename, isSignedOut, start }) =>
          new HtmlWebpackPlugin({
            filename,
            template: join(dir, 'src/page.tsx'),
            templateParameters: (compilation) => ({
              isSignedOut,
              start: filesOf(compilation, start),
              screenParts: filesOf(compilation, ['@mainstay/ui/core']),
            }),
            scriptLoading: 'defer',
          }),
      ),
      new webpack.DefinePlugin({ SHARED_MODULES: JSON.stringify(provided) }),
    ],
  };
}
