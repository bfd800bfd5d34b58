import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import type { Compiler } from 'webpack';

/** Set by the shell (shell/src/federation/integrity.ts), with the federation runtime. */
const RECEIVER = 'self.mainstayGuard';

/**
 * A webpack plug-in that passes the script and link elements of a build's chunks to the page before they are fetched.
 * The page sets integrity hashes, and the URLs of repeated requests. The federation runtime does the same for a
 * remote's entry.
 */
export class PassedChunks {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PassedChunks', (compilation) => {
      compiler.webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'PassedChunks',
        (source) => `${source}\n${RECEIVER}?.(script);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'PassedChunks',
        (source, { tag }) => `${source}\n${RECEIVER}?.(${tag});`,
      );
    });
  }
}
