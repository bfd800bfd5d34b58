import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration, LoaderContext } from 'webpack';
import { browserConfig } from './browser-config.ts';
import { builtFile } from './built-file.ts';

/**
 * Shares the shell's federation runtime with the remotes, which bundle none. The plug-in's own option
 * `provideExternalRuntime` would add a second copy, in CommonJS (22 KB gzip).
 */
const runtimeProvider = fileURLToPath(
  import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'),
);

/** Builds src/federation, the shell as a federation host, into one file. */
function federationRuntimeConfig(dir: string, mode: Configuration['mode']): Configuration {
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
  return builtFile(config, (file) => this.addDependency(file));
}
