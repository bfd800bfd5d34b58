import { BasePlugin } from '@uppy/core';

/** Stands in for the golden retriever in tests: that one keeps files in IndexedDB, which jsdom does not have. */
export default class ForgetfulRetriever extends BasePlugin<object, never, never> {
  override id = 'GoldenRetriever';
  override type = 'debugger';
}
