import type { Compiler } from 'webpack';
import { checkDeclaration, CONTRACT, type RemoteDeclaration } from '@mainstay/remote-contract';

/**
 * A webpack plug-in that writes remote.json: the remote's name, contract and declaration. The publisher copies it into
 * the registry, where the shell reads it before loading the remote.
 */
export class RemoteJson {
  private readonly text: string;

  /** @throws Error if the declaration violates the contract */
  constructor({ name, screens, headerItem = false, live = {} }: RemoteDeclaration) {
    checkDeclaration({ name, screens, live });
    this.text = JSON.stringify({ name, contract: CONTRACT, screens, headerItem, live });
  }

  apply(compiler: Compiler): void {
    const { Compilation: stages, sources } = compiler.webpack;
    const stage = stages.PROCESS_ASSETS_STAGE_ADDITIONAL;
    compiler.hooks.thisCompilation.tap('RemoteJson', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'RemoteJson', stage }, () =>
        compilation.emitAsset('remote.json', new sources.RawSource(this.text)),
      );
    });
  }
}
