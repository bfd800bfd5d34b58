import type { Compiler } from 'webpack';
import { CONTRACT } from './index.ts';
import { checkDeclaration, type RemoteDeclaration } from './screens.ts';

/**
 * Writes remote.json beside a remote's build: its name, its contract, and what it declares. The publisher copies it into the
 * registry, where the shell reads it before anything of the remote runs.
 */
export class RemoteJson {
  private readonly text: string;

  /** @throws Error with a sentence when the declaration breaks a rule of the contract. */
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
