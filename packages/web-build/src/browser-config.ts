import browserslist from 'browserslist';
import { browserslistToTargets } from 'lightningcss';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import { join } from 'node:path';
import type { Configuration, PathData } from 'webpack';

type SplitChunks = Exclude<NonNullable<Configuration['optimization']>['splitChunks'], false | undefined>;

/** The folder of all packages. */
export const packages = join(import.meta.dirname, '../..');

/** The file that names the supported browsers; a folder that is built may lie elsewhere. */
const manifest = join(packages, '../package.json');
const browsers = browserslist(undefined, { config: manifest });

const antd = join(packages, 'ui/src/antd');
const STYLES_OF_ANTD =
  /antd\/es\/(?:[\w-]+\/style\/[\w-]+|_util\/wave\/style|theme\/useToken|themes\/default\/theme)\.js$/;
const withoutStyles = Object.fromEntries(
  ['@ant-design/cssinjs$', '@ant-design/cssinjs-utils$'].map((name) => [
    name,
    join(antd, 'without-styles.ts'),
  ]),
);

const cssLoader = (modules: { exportOnlyLocals?: boolean } = {}) => ({
  loader: 'css-loader',
  options: {
    modules: {
      auto: true,
      namedExport: false,
      exportLocalsConvention: 'as-is',
      localIdentName: '[name]-[local]-[hash:base64:3]',
      ...modules,
    },
  },
});

/**
 * The webpack configuration that the shell and the remotes share.
 * @param uniqueName the global key of this build's chunks in the page
 * @param assets the folder of hashed files inside dist; '' for none
 */
export function browserConfig(dir: string, uniqueName: string, assets: string): Configuration {
  return {
    mode: 'production',
    context: dir,
    entry: { main: './src/index.ts' },
    target: `browserslist:${manifest}`,
    // Maps lie beside the files in dist, and no file names its own; the publisher leaves them where they are.
    devtool: 'hidden-source-map',
    output: {
      path: join(dir, 'dist'),
      clean: true,
      uniqueName,
      filename: `${assets}[name].[contenthash].js`,
      chunkFilename: `${assets}[name].[contenthash].js`,
      assetModuleFilename: servedAs(`${assets}[name]`, '[ext]'),
      crossOriginLoading: 'anonymous',
      hashFunction: 'xxhash64',
      hashDigestLength: 10,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      // Packages that have a build for current browsers, which is smaller.
      mainFields: ['module:es2019', 'browser', 'module', 'main'],
      alias: withoutStyles,
    },
    module: { rules: rulesOf(assets) },
    optimization: {
      minimizer: [
        new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, exclude: /as-is/, extractComments: false }),
        new MinimizerPlugin({
          test: /\.css$/,
          minify: MinimizerPlugin.lightningCssMinify,
          // With the prefixes that they need.
          minimizerOptions: { targets: browserslistToTargets(browsers) },
        }),
      ],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(dir, 'node_modules/.cache/webpack'),
      buildDependencies: {
        config: [import.meta.filename, join(import.meta.dirname, './shared-modules.ts')],
      },
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

/** How each kind of file is loaded. */
const rulesOf = (assets: string): NonNullable<Configuration['module']>['rules'] => [
  // antd's styles are written here, not in browsers.
  { test: STYLES_OF_ANTD, use: join(antd, 'static-styles.ts') },
  // Each part of antd reads this context, which would bring forms and their checks into the first file.
  {
    test: /antd\/es\/form\/context\.js$/,
    resolve: { alias: { '@rc-component/form$': '@rc-component/form/es/FormContext' } },
  },
  {
    test: /\.tsx?$/,
    resourceQuery: { not: [/federation-runtime/] },
    loader: 'swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      env: { targets: browsers },
    },
  },
  {
    test: /\.css$/,
    sideEffects: true,
    oneOf: [
      // Pages that are rendered during the build, and pictures, need only the class names.
      { compiler: /^(HtmlWebpackCompiler|picture$)/, use: [cssLoader({ exportOnlyLocals: true })] },
      { use: [MiniCssExtractPlugin.loader, cssLoader()] },
    ],
  },
  // `./file.js?address` imports the URL of a script of the page, which is no part of a bundle.
  {
    resourceQuery: /address/,
    type: 'asset/resource',
    generator: { filename: servedAs(`${assets}as-is/[name]`, '[ext]') },
    loader: 'swc-loader',
    options: {
      // Classic scripts, which declare nothing for others.
      isModule: false,
      minify: true,
      jsc: { minify: { compress: true, mangle: true } },
      env: { targets: browsers },
    },
  },
  // Small images are inlined, as text: base64 does not compress.
  { test: /\.svg$/, type: 'asset/inline', generator: { dataUrl: { encoding: false } } },
  { test: /\.(png|woff2)$/, type: 'asset/resource' },
];

/**
 * The name of a file that is served unchanged. Not by `[contenthash]`: webpack would hash such a file once more, and
 * rename it after the page has named it when that hash is digits alone.
 */
export const servedAs =
  (name: string, extension: string) =>
  ({ contentHash = '' }: PathData): string =>
    `${name}.${contentHash}${extension}`;

/** Extracts styles into files in the folder `assets` inside dist. */
export const styles = (assets: string) =>
  new MiniCssExtractPlugin({
    filename: `${assets}[name].[contenthash].css`,
    chunkFilename: `${assets}[name].[contenthash].css`,
    // All rules are scoped by CSS modules, so their order does not matter.
    ignoreOrder: true,
  });

/** A cache group that puts modules into one chunk. */
export const together = (name: string, test: string | RegExp) => ({ test, name, enforce: true });

/** Splits chunks by these cache groups alone, without webpack's own. */
export const onlyGroups = (groups: NonNullable<SplitChunks['cacheGroups']>): SplitChunks => ({
  cacheGroups: { default: false, defaultVendors: false, ...groups },
});

/** What a page loads of npm packages at once. It changes less often than the rest. */
export const vendor = { ...together('vendor', /[\\/]node_modules[\\/]/), chunks: 'initial' } as const;
