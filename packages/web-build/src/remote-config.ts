import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { type RemoteDeclaration } from '@mainstay/remote-contract';
import { browserConfig, onlyGroups, packages, styles, together } from './browser-config.ts';
import { buildId } from './build-id.ts';
import { type Pictures, RemoteJson } from './remote-json.ts';
import { PassedChunks } from './passed-chunks.ts';
import { consumed } from './shared-modules.ts';

/**
 * A module that lacks a shared one is evaluated anew when it is next needed; webpack would keep it half evaluated.
 * webpack recommends another option instead, which keeps the failure.
 */
const evaluatedAgain = { strictModuleExceptionHandling: true };

/**
 * A remote's webpack configuration. Its output, dist/mf-manifest.json, dist/remote.json, dist/remoteEntry.<hash>.js and
 * hashed chunks, can be served from any folder. It exposes src/remote.tsx as `./remote` and bundles no shared module.
 * @param pictures modules below `dir`
 * @throws Error if the declaration violates the contract
 */
export function remoteConfig({
  remote,
  dir,
  pictures = {},
}: {
  remote: RemoteDeclaration;
  dir: string;
  pictures?: Pictures;
}): Configuration {
  const { name } = remote;
  const bundled = ['api-client', 'remote-contract', 'web-build', 'web-kit'].map((name) =>
    join(packages, name),
  );
  // The build id keeps the chunks of two versions apart when one replaces the other in an open page.
  const base = browserConfig(dir, `${name}_${buildId([dir, ...bundled])}`, '');
  return {
    ...base,
    entry: {},
    output: {
      ...base.output,
      publicPath: 'auto',
      // A chunk that hangs must fail, so that the shell offers Retry.
      chunkLoadTimeout: 10_000,
      ...evaluatedAgain,
    },
    optimization: {
      ...base.optimization,
      splitChunks: onlyGroups({
        // Fetched only if the page's shell has another version of `web-kit`; its other entries are the remote's own.
        spare: together(
          'spare',
          /[\\/](web-kit(?![\\/]src[\\/](actions-menu|menu-strings|category-names|takes-files|fields|imports|lists|qr-path|selecting))|api-client|openapi-fetch)[\\/]|focus-places/,
        ),
        // The exposed module is in the file of the entry: a remote starts with one script.
        entry: {
          name,
          chunks: (chunk) => chunk.name === '__federation_expose_remote',
          test: (module: { type: string }) => module.type.startsWith('javascript/'),
          priority: -1,
          enforce: true,
        },
      }),
    },
    plugins: [styles(''), new RemoteJson(remote, pictures), new PassedChunks(), federated(name)],
  };
}

/** Exposes the remote, and consumes what the shell shares. */
const federated = (name: string) =>
  new ModuleFederationPlugin({
    name,
    // A global variable: a valid identifier that no window property uses, like `history`.
    library: { type: 'var', name: `remote_${name.replaceAll('-', '_')}` },
    filename: 'remoteEntry.[contenthash].js',
    exposes: { './remote': './src/remote.tsx' },
    shared: consumed,
    shareStrategy: 'loaded-first',
    manifest: {
      // The runtime would wait for the entry once more, as for a file that the exposed module needs.
      additionalData({ stats }) {
        const { remoteEntry } = stats.metaData;
        for (const { assets } of stats.exposes)
          assets.js.sync = assets.js.sync.filter((file) => file !== remoteEntry.name);
      },
    },
    dts: false,
    experiments: {
      // The shell provides the core of the runtime.
      externalRuntime: true,
      optimization: { disableRemote: true, target: 'web' },
    },
  });
