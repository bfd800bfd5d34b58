import HtmlWebpackPlugin from 'html-webpack-plugin';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { browserConfig, onlyGroups, styles, vendor } from './browser-config.ts';

/** The public pages, by the first part of their files' names, in each of their languages. */
export const screens = ['report', 'track', 'job'] as const;
const languages = ['en', 'es'] as const;

/**
 * The webpack configuration of the public pages: one document for each page and language, rendered by src/page.tsx, and
 * hashed files under dist/assets/, which the gateway serves at /r/assets/.
 */
export function publicPagesConfig({ dir }: { dir: string }): Configuration {
  const base = browserConfig(dir, 'intake', 'assets/');
  return {
    ...base,
    entry: Object.fromEntries(screens.map((screen) => [screen, `./src/${screen}.tsx`])),
    output: { ...base.output, publicPath: '/r/' },
    module: {
      rules: [
        ...(base.module?.rules ?? []),
        { test: /ui\/src\/tokens\.css$/, use: join(import.meta.dirname, 'theme-by-media.ts') },
      ],
    },
    optimization: {
      ...base.optimization,
      splitChunks: onlyGroups({ vendor }),
    },
    plugins: [
      styles('assets/'),
      ...screens.flatMap((screen) =>
        languages.map(
          (language) =>
            new HtmlWebpackPlugin({
              filename: `${screen}.${language}.html`,
              chunks: [screen],
              template: join(dir, 'src/page.tsx'),
              templateParameters: { screen, language },
              scriptLoading: 'defer',
              // React finds its text nodes by the comments between them: without these it would render anew, and lose
              // what was typed.
              minify: false,
            }),
        ),
      ),
    ],
  };
}
