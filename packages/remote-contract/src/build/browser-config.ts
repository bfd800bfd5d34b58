import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { join } from 'node:path';
import type { Configuration } from 'webpack';

/** The folder of all packages. */
export const packages = join(import.meta.dirname, '../../..');

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
 * The part of a build's configuration that shell and remotes have in common.
 * @param uniqueName the key under which a page keeps this build's chunks.
 * @param assets the folder of the hashed files inside dist, '' for none.
 */
export function browserConfig(dir: string, uniqueName: string, assets: string): Configuration {
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
          resourceQuery: { not: [/federation-runtime/] },
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
        // A small picture comes with what shows it.
        { test: /\.svg$/, type: 'asset/inline' },
        { test: /\.(png|woff2)$/, type: 'asset/resource' },
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
      buildDependencies: {
        config: [import.meta.filename, join(import.meta.dirname, '../federation.ts')],
      },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

/** Puts styles into files of their own, in the folder `assets` inside dist. */
export const styles = (assets: string) =>
  new MiniCssExtractPlugin({
    filename: `${assets}[name].[contenthash:10].css`,
    chunkFilename: `${assets}[name].[contenthash:10].css`,
    // Every rule of ours is scoped by its module, so the order of the files means nothing.
    ignoreOrder: true,
  });

/** A cache group that keeps modules in one file. */
export const together = (name: string, test: string | RegExp) => ({ test, name, enforce: true });
