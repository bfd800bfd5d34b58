import { BasePlugin } from '@uppy/core';

/** Replaces the golden retriever in tests: jsdom has no IndexedDB, where it stores files. */
export default class ForgetfulRetriever extends BasePlugin<object, never, never> {
  override id = 'GoldenRetriever';
  override type = 'debugger';
}
