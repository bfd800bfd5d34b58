import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Configuration } from 'webpack';
import type { Configuration as DevServer } from 'webpack-dev-server';
import { browserConfig, styles } from './browser-config.ts';
import { publicPagesConfig, screens } from './public-pages-config.ts';
import { shellConfig } from './shell-config.ts';

/** A package's folder, and the port of its dev server. */
interface Served {
  dir: string;
  port: number;
}

type ServedConfiguration = Configuration & { devServer: DevServer };

/** A configuration for webpack's dev server, which proxies other requests to the running system at MAINSTAY_URL. */
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
      // Compression would collect the events of a stream before it passes them on.
      compress: false,
      client: { overlay: { warnings: false } },
      proxy: [{ context: fromSystem, target: process.env['MAINSTAY_URL'] ?? 'http://localhost:8080' }],
    },
  };
}

/** The shell in development, with remotes and services of a running system. */
export function shellDevConfig({ dir, port }: Served): ServedConfiguration {
  return served(shellConfig({ dir }), port, ['/api', '/remotes', '/config.json']);
}

/** The public pages in development, in English, with the services of a running system. */
export function publicPagesDevConfig({ dir, port }: Served): ServedConfiguration {
  const config = served(publicPagesConfig({ dir }), port, ['/api']);
  const rewrites = screens.map((screen) => ({
    from: new RegExp(`^/${screen.slice(0, 1)}/[^/.]*$`),
    to: `/r/${screen}.en.html`,
  }));
  return { ...config, devServer: { ...config.devServer, historyApiFallback: { rewrites } } };
}

/**
 * A remote in development without a shell: src/standalone.tsx with all shared modules bundled, and services of a
 * running system.
 */
export function standaloneConfig({ name, dir, port }: Served & { name: string }): ServedConfiguration {
  const config = pageConfig({ name: `${name}_standalone`, title: name, dir, entry: './src/standalone.tsx' });
  return served(config, port, ['/api', '/config.json']);
}

/** The catalogue, built as the front ends are. `webpack serve` serves it on `port`; it needs no system. */
export function catalogueConfig({ dir, port }: Served): ServedConfiguration {
  const title = 'Mainstay catalogue';
  return {
    ...pageConfig({ name: 'catalogue', title, dir, entry: './src/index.tsx' }),
    devServer: { port, host: 'localhost', client: { overlay: { warnings: false } } },
  };
}

/** One page of its own, with everything bundled in. */
function pageConfig({
  name,
  title,
  dir,
  entry,
}: Record<'name' | 'title' | 'dir' | 'entry', string>): Configuration {
  const base = browserConfig(dir, name, '');
  const head = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><div id="root"></div></body></html>`;
  return {
    ...base,
    entry: { main: entry },
    output: { ...base.output, publicPath: '/' },
    plugins: [styles(''), new HtmlWebpackPlugin({ templateContent: page })],
  };
}
