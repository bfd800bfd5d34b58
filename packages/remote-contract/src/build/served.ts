import HtmlWebpackPlugin from 'html-webpack-plugin';
import type { Configuration } from 'webpack';
import type { Configuration as DevServer } from 'webpack-dev-server';
import { browserConfig, styles } from './browser-config.ts';
import { shellConfig } from './shell.ts';

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
