import type { Compilation, Compiler } from 'webpack';

/** The chunk of the one module that a remote exposes. */
export const EXPOSED = '__federation_expose_remote';

/** Writes mf-manifest.json, which tells the shell the files of a remote, in the form that module federation's runtimes read. */
export class SelfDescription {
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('SelfDescription', (compilation) => {
      // Only then the names of the files are final.
      const stage = stages.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'SelfDescription', stage }, () => {
        const text = JSON.stringify(this.manifest(compilation));
        compilation.emitAsset('mf-manifest.json', new sources.RawSource(text));
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
