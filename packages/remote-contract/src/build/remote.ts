import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { join } from 'node:path';
import type { Compiler, Configuration } from 'webpack';
import { buildId } from '../build-id.ts';
import { consumed } from '../federation.ts';
import { RemoteJson } from '../remote-json.ts';
import { type RemoteDeclaration } from '../screens.ts';
import { browserConfig, packages, styles, together } from './browser-config.ts';

/** Where the shell provides it (`checkIntegrity` in shell/src/federation/integrity.ts). */
const CHECK = 'self.mainstayGuard';

/**
 * Passes the script and style elements of a remote's further files to the page before they are fetched: the page sets the
 * hash that the browser has to find. The federation runtime does the same for the remote's entry.
 */
class CheckedChunks {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CheckedChunks', (compilation) => {
      compiler.webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'CheckedChunks',
        (source) => `${source}\n${CHECK}?.(script);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'CheckedChunks',
        (source, { tag }) => `${source}\n${CHECK}?.(${tag});`,
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
          default: false,
          defaultVendors: false,
          // What a page fetches only if its shell has another `web-kit`.
          spare: together('spare-web-kit', /[\\/](web-kit|openapi-fetch)[\\/]/),
        },
      },
    },
    plugins: [
      styles(''),
      new RemoteJson(remote),
      new CheckedChunks(),
      new ModuleFederationPlugin({
        name,
        // The script's variable: a valid identifier, and none that a window has already, like `history`.
        library: { type: 'var', name: `remote_${name.replaceAll('-', '_')}` },
        filename: 'remoteEntry.[contenthash:10].js',
        exposes: { './remote': './src/remote.tsx' },
        shared: consumed,
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        experiments: {
          // The runtime's core comes from the shell.
          externalRuntime: true,
          optimization: { disableRemote: true },
        },
      }),
    ],
  };
}
