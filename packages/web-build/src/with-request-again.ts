import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoaderContext } from 'webpack';
import { packages } from './browser-config.ts';

const requestAgain = join(packages, 'ui/src/request-again.js');

/** A webpack loader that puts `request-again.js` before another script of the page: one request for both. */
export default function withRequestAgain(this: LoaderContext<object>, script: string): string {
  this.addDependency(requestAgain);
  return readFileSync(requestAgain, 'utf8') + script;
}
