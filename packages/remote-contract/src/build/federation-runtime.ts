import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack, { type Configuration, type LoaderContext } from 'webpack';
import { browserConfig } from './browser-config.ts';

/**
 * Hands the shell's federation runtime to the remotes, which carry none of their own. The plug-in's option
 * `provideExternalRuntime` would add a second copy, in CommonJS (22 KB gzip).
 */
const runtimeProvider = fileURLToPath(
  import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'),
);

/** The build of src/federation: the shell as a federation host, in one file. */
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
 * A webpack loader: turns `src/federation/index.ts?federation` into that build. So the shell's own start waits for no
 * runtime, and the page still knows the hashed address of the file.
 */
export default function federationRuntimeLoader(this: LoaderContext<object>): void {
  const done = this.async();
  const config = federationRuntimeConfig(this.rootContext, this.mode === 'none' ? 'production' : this.mode);
  const compiler = webpack(config);
  compiler.run((error, stats) => {
    for (const file of stats?.compilation.fileDependencies ?? []) this.addDependency(file);
    compiler.close((closeError) => {
      const failure = error ?? closeError;
      if (failure) done(failure);
      else if (stats?.hasErrors()) done(new Error(stats.toString('errors-only')));
      else {
        readFile(join(config.output?.path ?? '', 'federation-runtime.js')).then(
          (script) => done(null, script),
          (reason: unknown) => done(reason instanceof Error ? reason : new Error(String(reason))),
        );
      }
    });
  });
}
