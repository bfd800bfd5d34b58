import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { join } from 'node:path';
import webpack, { type Compilation, type Compiler, type Configuration } from 'webpack';
import type { Configuration as DevServer } from 'webpack-dev-server';
import { buildId } from './build-id.ts';
import { consumed, provided } from './federation.ts';
import { RemoteJson } from './remote-json.ts';
import { type RemoteDeclaration } from './screens.ts';
import { EXPOSED, SelfDescription } from './self-description.ts';

const packages = join(import.meta.dirname, '../..');

const cssLoader = (modules: { exportOnlyLocals?: boolean } = {}) => ({
  loader: 'css-loader',
  options: {
    modules: {
      auto: true,
      namedExport: false,
      exportLocalsConvention: 'as-is',
      localIdentName: '[name]-[local]-[hash:base64:5]',
      ...modules,
    },
  },
});

/**
 * What both sides have in common.
 * @param uniqueName the key under which a page keeps this build's chunks.
 * @param assets the folder of the hashed files inside dist, '' for none.
 */
function browserConfig(dir: string, uniqueName: string, assets: string): Configuration {
  return {
    mode: 'production',
    context: dir,
    entry: { main: './src/index.ts' },
    target: ['web', 'es2022'],
    devtool: false,
    output: {
      path: join(dir, 'dist'),
      clean: true,
      uniqueName,
      filename: `${assets}[name].[contenthash:10].js`,
      chunkFilename: `${assets}[name].[contenthash:10].js`,
      assetModuleFilename: `${assets}[name].[contenthash:10][ext]`,
      crossOriginLoading: 'anonymous',
      hashFunction: 'xxhash64',
    },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              target: 'es2022',
              transform: { react: { runtime: 'automatic' } },
            },
          },
        },
        {
          test: /\.css$/,
          sideEffects: true,
          oneOf: [
            // A page that is rendered during the build needs no more of a style sheet than its names.
            { compiler: /^HtmlWebpackCompiler/, use: [cssLoader({ exportOnlyLocals: true })] },
            { use: [MiniCssExtractPlugin.loader, cssLoader()] },
          ],
        },
        // A file that is asked for by its address alone, `./file.js?address`, and served as it is.
        {
          resourceQuery: /address/,
          type: 'asset/resource',
          generator: { filename: `${assets}as-is/[name].[contenthash:10][ext]` },
        },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, exclude: /as-is/, extractComments: false }),
        new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.lightningCssMinify }),
      ],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(dir, 'node_modules/.cache/webpack'),
      buildDependencies: { config: [import.meta.filename, join(import.meta.dirname, 'federation.ts')] },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

const styles = (assets: string) =>
  new MiniCssExtractPlugin({
    filename: `${assets}[name].[contenthash:10].css`,
    chunkFilename: `${assets}[name].[contenthash:10].css`,
    // Every rule of ours is scoped by its module, so the order of the files means nothing.
    ignoreOrder: true,
  });

/** The shell's document, for whoever comes without a session and for whoever comes with one. */
interface Document {
  filename: string;
  isSignedOut: boolean;
  /** The imports of the shell whose files the page fetches at once and not one after the other. */
  start: readonly string[];
}

const pages: Document[] = [
  { filename: 'signed-out.html', isSignedOut: true, start: ['./bootstrap.tsx'] },
  { filename: 'index.html', isSignedOut: false, start: ['./bootstrap.tsx', './signed-in.tsx'] },
];

/** Names the files of a page's start in the page. */
class FetchStart {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('FetchStart', (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap('FetchStart', (page) => {
        const { start } = pages.find(({ filename }) => filename === page.outputName) ?? {};
        for (const file of start ? filesOf(compilation, start) : []) {
          const isStyle = file.endsWith('.css');
          page.assetTags.styles.push({
            tagName: 'link',
            voidTag: true,
            // What the page looks like comes before what it does.
            attributes: isStyle
              ? { rel: 'stylesheet', href: `/${file}` }
              : { rel: 'preload', as: 'script', fetchpriority: 'low', href: `/${file}` },
            meta: { plugin: 'FetchStart' },
          });
        }
        return page;
      });
    });
  }
}

function filesOf(compilation: Compilation, imports: readonly string[]): Set<string> {
  const files = new Set<string>();
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      if (!block.dependencies.some((it) => 'request' in it && imports.includes(String(it.request)))) continue;
      const chunks = compilation.chunkGraph.getBlockChunkGroup(block)?.chunks ?? [];
      for (const file of chunks.flatMap((chunk) => [...chunk.files])) files.add(file);
    }
  }
  return files;
}

/** Keeps modules in one file. */
const together = (name: string, test: string | RegExp) => ({ test, name, enforce: true });

/**
 * The shell's build: its two pages and hashed files under dist/assets/. It provides the shared modules.
 */
export function shellConfig({ dir }: { dir: string }): Configuration {
  const base = browserConfig(dir, 'shell', 'assets/');
  return {
    ...base,
    output: { ...base.output, publicPath: '/' },
    optimization: {
      ...base.optimization,
      splitChunks: {
        // What several parts use is in none of them twice.
        minSize: 0,
        cacheGroups: {
          // Changes less often than the rest.
          vendor: { ...together('vendor', /[\\/]node_modules[\\/]/), chunks: 'initial' },
          // What a page fetches only for a remote of before.
          spare: together('spare-runtime', /[\\/](@module-federation|former-runtime)/),
          // Both are used in part by every page and as a whole by the remotes.
          ui: together('ui', join(packages, 'ui/src')),
          kit: together('web-kit', join(packages, 'web-kit/src')),
        },
      },
    },
    plugins: [
      styles('assets/'),
      ...pages.map(
        ({ filename, isSignedOut }) =>
          new HtmlWebpackPlugin({
            filename,
            template: join(dir, 'src/page.tsx'),
            templateParameters: { isSignedOut },
            scriptLoading: 'defer',
          }),
      ),
      new FetchStart(),
      new webpack.sharing.ProvideSharedPlugin({ provides: provided }),
    ],
  };
}

/** Where the shell offers that (`guard` in shell/src/remotes/integrity.ts); a shell from before it has none. */
const GUARD = 'self.mainstayGuard';

/**
 * Makes a remote hand the elements of its further files to the page before they are fetched, which gives them their
 * hashes. Of its first files the shell sees to that itself; of these only the remote's own loader knows.
 */
class GuardedParts {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('GuardedParts', (compilation) => {
      compiler.webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'GuardedParts',
        (source) => `${source}\n${GUARD}?.(script);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'GuardedParts',
        (source, { tag }) => `${source}\n${GUARD}?.(${tag});`,
      );
    });
  }
}

/**
 * A remote's build: dist/mf-manifest.json, dist/remote.json, dist/remoteEntry.<hash>.js and hashed chunks, to be served from
 * any folder. It exposes src/remote.tsx as `./remote` and bundles no shared module.
 * @throws Error with a sentence when the declaration breaks a rule of the contract.
 */
export function remoteConfig({ remote, dir }: { remote: RemoteDeclaration; dir: string }): Configuration {
  const { name } = remote;
  const sources = [
    join(dir, 'src'),
    ...['remote-contract', 'web-kit'].map((room) => join(packages, room, 'src')),
  ];
  // With the build's id in it, the chunks of two versions stay apart when one replaces the other in an open page.
  const base = browserConfig(dir, `${name}_${buildId(sources)}`, '');
  return {
    ...base,
    entry: {},
    // A part that hangs gives way to the shell's Retry.
    output: { ...base.output, publicPath: 'auto', chunkLoadTimeout: 10_000 },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          // What a page fetches only if its shell has another `web-kit`.
          spare: together('spare-web-kit', /[\\/](web-kit|openapi-fetch)[\\/]/),
        },
      },
    },
    plugins: [
      styles(''),
      new RemoteJson(remote),
      new SelfDescription(name),
      new GuardedParts(),
      new webpack.container.ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.[contenthash:10].js',
        exposes: { './remote': { import: './src/remote.tsx', name: EXPOSED } },
      }),
      // As `shared` of the above, the copy it carries would be offered to others.
      new webpack.sharing.ConsumeSharedPlugin({ consumes: consumed }),
    ],
  };
}

type ServedConfiguration = Configuration & { devServer: DevServer };

/** A build that is served while it is worked on; what it does not have comes from the running system at MAINSTAY_URL. */
function served(config: Configuration, port: number, fromSystem: string[]): ServedConfiguration {
  return {
    ...config,
    mode: 'development',
    devtool: 'source-map',
    cache: false,
    devServer: {
      port,
      host: 'localhost',
      historyApiFallback: true,
      client: { overlay: { warnings: false } },
      proxy: [{ context: fromSystem, target: process.env['MAINSTAY_URL'] ?? 'http://localhost:8080' }],
    },
  };
}

/** The shell while it is worked on, with the remotes and services of a running system. */
export function shellDevConfig(
  options: Parameters<typeof shellConfig>[0] & { port: number },
): ServedConfiguration {
  return served(shellConfig(options), options.port, ['/api', '/remotes', '/config.json']);
}

/**
 * A remote while it is worked on, without a shell: src/standalone.tsx in a frame of its own, with everything it would
 * share bundled in, and the services of a running system.
 */
export function standaloneConfig({
  name,
  dir,
  port,
}: {
  name: string;
  dir: string;
  port: number;
}): ServedConfiguration {
  const base = browserConfig(dir, `${name}_standalone`, '');
  const page = '<!doctype html><html lang="en"><body><div id="root"></div></body></html>';
  return served(
    {
      ...base,
      entry: { main: './src/standalone.tsx' },
      output: { ...base.output, publicPath: '/' },
      plugins: [styles(''), new HtmlWebpackPlugin({ title: name, templateContent: page })],
    },
    port,
    ['/api', '/config.json'],
  );
}
