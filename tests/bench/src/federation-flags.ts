import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { runWebpack } from './run-webpack.ts';
import { type Bench, type Row, row } from './row.ts';

const root = resolve(import.meta.dirname, '../../..');

type FederationOptions = ConstructorParameters<typeof ModuleFederationPlugin>[0];
/** A change of the options that the product is built with. */
interface Variant {
  name: string;
  change: (options: FederationOptions) => FederationOptions;
}

const withExperiments =
  (experiments: FederationOptions['experiments']) =>
  (options: FederationOptions): FederationOptions => ({ ...options, experiments });

const isOurPlugin = (path: unknown): boolean => typeof path === 'string' && path.includes('/shell/src/');

const hostVariants: Variant[] = [
  { name: 'as built', change: (options) => options },
  { name: "without target: 'web'", change: withExperiments({}) },
  {
    name: 'with disableSnapshot, so without manifests',
    change: withExperiments({ optimization: { target: 'web', disableSnapshot: true } }),
  },
  {
    name: 'with provideExternalRuntime in place of the runtime plug-in that provides it',
    change: (options) => ({
      ...options,
      runtimePlugins: (options.runtimePlugins ?? []).filter(isOurPlugin),
      experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
    }),
  },
];

const remoteVariants: Variant[] = [
  { name: 'as built', change: (options) => options },
  {
    name: 'without externalRuntime',
    change: withExperiments({ optimization: { disableRemote: true } }),
  },
  {
    name: 'without disableRemote',
    change: withExperiments({ externalRuntime: true }),
  },
  {
    name: "with target: 'web'",
    change: withExperiments({ externalRuntime: true, optimization: { target: 'web', disableRemote: true } }),
  },
];

/** What each option of the federation plug-in brings: the federation runtime of the shell and the entry of a remote. */
export const federationFlags: Bench = async () => [
  ...(await weigh('federation runtime', await hostConfiguration(), /^federation-runtime\.js$/, hostVariants)),
  ...(await weigh('entry of a remote', await remoteConfiguration(), /^remoteEntry\./, remoteVariants)),
];

async function hostConfiguration(): Promise<Configuration> {
  const file = join(root, 'packages/web-build/src/federation-runtime.ts');
  const { federationRuntimeConfig } = (await import(pathToFileURL(file).href)) as {
    federationRuntimeConfig: (dir: string, mode: Configuration['mode']) => Configuration;
  };
  return federationRuntimeConfig(join(root, 'shell'), 'production');
}

async function remoteConfiguration(): Promise<Configuration> {
  const file = join(root, 'mf-locations/webpack.config.ts');
  return ((await import(pathToFileURL(file).href)) as { default: Configuration }).default;
}

async function weigh(
  what: string,
  config: Configuration,
  file: RegExp,
  variants: readonly Variant[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, change } of variants) {
    rows.push(row(`${what} ${name}`, 'KB gzip', [await weightOf(config, file, change)]));
  }
  return rows;
}

/** Kilobytes (1,000 bytes) of one file of the build after gzip -9. */
async function weightOf(config: Configuration, file: RegExp, change: Variant['change']): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-flags-'));
  try {
    await runWebpack({
      ...config,
      cache: false,
      output: { ...config.output, path: folder },
      plugins: (config.plugins ?? []).map((plugin) =>
        plugin instanceof ModuleFederationPlugin
          ? new ModuleFederationPlugin(change(optionsOf(plugin)))
          : plugin,
      ),
    });
    const found = (await readdir(folder)).find((name) => file.test(name));
    if (found === undefined) throw new Error(`the build has no ${String(file)}`);
    return gzipSync(await readFile(join(folder, found)), { level: 9 }).length / 1000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function optionsOf(plugin: ModuleFederationPlugin): FederationOptions {
  const options: unknown = Reflect.get(plugin, '_options');
  if (typeof options !== 'object' || options === null) throw new Error('the plug-in keeps no options');
  return options;
}
