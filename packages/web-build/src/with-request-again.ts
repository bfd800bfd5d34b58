import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoaderContext } from 'webpack';
import { packages } from './browser-config.ts';

const requestAgain = join(packages, 'ui/src/request-again.js');

/**
 * A webpack loader that puts `request-again.js`, and the scripts that its option `before` names, before another script
 * of the page: one request for all.
 */
export default function withRequestAgain(
  this: LoaderContext<{ before?: readonly string[] }>,
  script: string,
): string {
  const { before = [] } = this.getOptions();
  const scripts = [requestAgain, ...before].map((file) => {
    this.addDependency(file);
    return readFileSync(file, 'utf8');
  });
  return [...scripts, script].join('');
}
