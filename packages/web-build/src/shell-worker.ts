import { createHash } from 'node:crypto';
import webpack, { type WebpackPluginInstance } from 'webpack';

/** What the worker reads the list from (shell/src/worker/worker.ts); workbox's name for it. */
const LIST = 'self.__WB_MANIFEST';

/** A file that the worker stores while it installs. `revision` stands for the hash that its name does not have. */
interface StoredFile {
  url: string;
  revision: string | null;
  integrity: string;
}

const hashOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Builds the shell's service worker into /worker.js, with the list of the page and the hashed files of this build. Not
 * for development, where a worker would hide changes.
 */
export const shellWorker = (entry: string): WebpackPluginInstance => ({
  apply(compiler) {
    if (compiler.options.mode !== 'production') return;
    const filename = 'worker.js';
    new webpack.EntryPlugin(compiler.context, entry, { name: 'worker', filename }).apply(compiler);
    compiler.hooks.thisCompilation.tap('shell-worker', (compilation) => {
      // All files have their last names and contents.
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'shell-worker', stage }, (assets) => {
        const stored = Object.entries(assets).flatMap(([file, source]): StoredFile[] => {
          const isPage = file === 'index.html';
          if (!isPage && !/^assets\/.*\.(js|css)$/.test(file)) return [];
          const integrity = hashOf(source.source());
          return [{ url: `/${file}`, revision: isPage ? integrity : null, integrity }];
        });
        compilation.updateAsset(filename, (source) => {
          const [before, after, ...more] = source.source().toString().split(LIST);
          if (before === undefined || after === undefined || more.length > 0) {
            throw new Error(`${entry} does not read ${LIST} exactly once`);
          }
          return new webpack.sources.RawSource(before + JSON.stringify(stored) + after);
        });
      });
    });
  },
});
