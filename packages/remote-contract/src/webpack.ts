import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { buildId } from './build-id.ts';
import { sharing } from './federation.ts';

const packages = join(import.meta.dirname, '../..');

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
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                modules: {
                  auto: true,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  localIdentName: '[name]-[local]-[hash:base64:5]',
                },
              },
            },
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

/**
 * The shell's build: dist/index.html and hashed files under dist/assets/. It provides the shared modules.
 * @param runtimePlugins absolute paths of federation runtime plug-ins.
 */
export function shellConfig({
  dir,
  runtimePlugins,
}: {
  dir: string;
  runtimePlugins: string[];
}): Configuration {
  const base = browserConfig(dir, 'shell', 'assets/');
  return {
    ...base,
    output: { ...base.output, publicPath: '/' },
    plugins: [
      styles('assets/'),
      new HtmlWebpackPlugin({ template: join(dir, 'src/index.html'), scriptLoading: 'defer' }),
      new ModuleFederationPlugin({
        name: 'shell',
        shared: sharing('shell'),
        shareStrategy: 'loaded-first',
        runtimePlugins,
        dts: false,
        manifest: false,
      }),
    ],
  };
}

/**
 * A remote's build: dist/mf-manifest.json, dist/remoteEntry.<hash>.js and hashed chunks, to be served from
 * any folder. It exposes src/remote.tsx as `./remote` and bundles no shared module.
 */
export function remoteConfig({ name, dir }: { name: string; dir: string }): Configuration {
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
    plugins: [
      styles(''),
      new ModuleFederationPlugin({
        name,
        filename: 'remoteEntry.[contenthash:10].js',
        exposes: { './remote': './src/remote.tsx' },
        shared: sharing('remote'),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
      }),
    ],
  };
}
