import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import webpack, { type Configuration, type LoaderContext, type Stats } from 'webpack';
import { browserConfig } from './browser-config.ts';

/**
 * Shares the shell's federation runtime with the remotes, which bundle none. The plug-in's own option
 * `provideExternalRuntime` would add a second copy, in CommonJS (22 KB gzip).
 */
const runtimeProvider = fileURLToPath(
  import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'),
);

/** Builds src/federation, the shell as a federation host, into one file. */
export function federationRuntimeConfig(dir: string, mode: Configuration['mode']): Configuration {
  const base = browserConfig(dir, 'shell_federation', '');
  const path = join(dir, 'node_modules/.cache/federation-runtime');
  return {
    ...base,
    mode: mode ?? 'production',
    name: 'federation-runtime',
    entry: './src/federation/index.ts',
    output: { ...base.output, path, filename: 'federation-runtime.js' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        runtimePlugins: [join(dir, 'src/federation/runtime-plugin.ts'), runtimeProvider],
        shareStrategy: 'loaded-first',
        experiments: { optimization: { target: 'web' } },
        manifest: false,
        dts: false,
      }),
    ],
  };
}

/**
 * A webpack loader that replaces `src/federation/index.ts?federation-runtime` with that build. The shell starts without
 * the runtime, and the page knows the hashed URL of its file.
 */
export default async function federationRuntimeLoader(this: LoaderContext<object>): Promise<Buffer> {
  const config = federationRuntimeConfig(this.rootContext, this.mode === 'none' ? 'production' : this.mode);
  const compiler = webpack(config);
  try {
    const stats = await promisify<Stats | undefined>((done) => compiler.run(done))();
    for (const file of stats?.compilation.fileDependencies ?? []) this.addDependency(file);
    if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
    return await readFile(join(config.output?.path ?? '', 'federation-runtime.js'));
  } finally {
    await promisify((done) => compiler.close(done))();
  }
}
