import type { Compilation, Compiler } from 'webpack';
import { CONTRACT } from './index.ts';

/** The chunk of the one module that a remote exposes. */
export const EXPOSED = '__federation_expose_remote';

/**
 * Writes what is told of a remote's build before anything of it runs: remote.json for the publisher, and for the shell
 * mf-manifest.json, in the form that module federation's runtimes read.
 */
export class SelfDescription {
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('SelfDescription', (compilation) => {
      const write = (file: string, content: unknown) =>
        compilation.emitAsset(file, new sources.RawSource(JSON.stringify(content)));
      // Only then the names of the files are final.
      const stage = stages.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SelfDescription', stage }, () => {
        write('remote.json', { name: this.name, contract: CONTRACT });
        write('mf-manifest.json', this.manifest(compilation));
      });
    });
  }

  private manifest(compilation: Compilation): object {
    const { name } = this;
    const [entry] = compilation.entrypoints.get(name)?.getEntrypointChunk().files ?? [];
    const files = compilation.namedChunkGroups.get(EXPOSED)?.getFiles();
    if (entry === undefined || !files) throw new Error(`${name} exposes nothing`);
    const assets = (ending: string) => ({ sync: files.filter((file) => file.endsWith(ending)), async: [] });
    return {
      ...{ id: name, name, shared: [], remotes: [] },
      metaData: {
        ...{ name, type: 'app', globalName: name, publicPath: 'auto' },
        buildInfo: { buildVersion: '' },
        remoteEntry: { name: entry, path: '', type: 'global' },
      },
      exposes: [
        {
          ...{ id: `${name}:remote`, name: 'remote', path: './remote' },
          assets: { js: assets('.js'), css: assets('.css') },
        },
      ],
    };
  }
}
