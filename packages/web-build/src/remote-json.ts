import { createHash } from 'node:crypto';
import type { Compiler } from 'webpack';
import { checkDeclaration, CONTRACT, type RemoteDeclaration } from '@mainstay/remote-contract';
import { builtFile } from './built-file.ts';
import { pictureConfig } from './picture.ts';

/** The module that draws a screen before React does, by the path of the screen. */
export type Pictures = Readonly<Record<string, string>>;

/**
 * A webpack plug-in that writes remote.json: the remote's name, contract and declaration, with the files of
 * its pictures, which it builds. The publisher copies it into the registry, where the shell reads it before
 * loading the remote.
 */
export class RemoteJson {
  private readonly remote: RemoteDeclaration;
  private readonly pictures: Pictures;

  /** @throws Error if the declaration violates the contract */
  constructor(remote: RemoteDeclaration, pictures: Pictures = {}) {
    checkDeclaration(remote);
    this.remote = remote;
    this.pictures = pictures;
  }

  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    const stage = stages.PROCESS_ASSETS_STAGE_ADDITIONAL;
    compiler.hooks.thisCompilation.tap('RemoteJson', (compilation) => {
      const emit = (file: string, content: string | Buffer) =>
        compilation.emitAsset(file, new sources.RawSource(content), { minimized: true });
      const build = async (source: string): Promise<string> => {
        const config = pictureConfig(compiler.context, source, compiler.options.mode);
        const content = await builtFile(config, (file) => compilation.fileDependencies.add(file));
        const file = `picture.${createHash('sha256').update(content).digest('hex').slice(0, 10)}.js`;
        emit(file, content);
        return file;
      };
      compilation.hooks.processAssets.tapPromise({ name: 'RemoteJson', stage }, async () => {
        const { name, headerItem = false, live = {} } = this.remote;
        const screens = [];
        for (const screen of this.remote.screens) {
          const source = this.pictures[screen.path];
          screens.push(source === undefined ? screen : { ...screen, picture: await build(source) });
        }
        emit('remote.json', JSON.stringify({ name, contract: CONTRACT, screens, headerItem, live }));
      });
    });
  }
}
