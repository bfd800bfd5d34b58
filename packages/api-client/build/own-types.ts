import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives the built package its own copy of the services' types, so that it is installed without this repository: run
 * after the compiler, in the folder of the package.
 */
const file = 'dist/index.d.ts';
mkdirSync('dist/openapi', { recursive: true });
const text = readFileSync(file, 'utf8').replaceAll(/@mainstay\/svc-([a-z]+)\/openapi/g, (_, name: string) => {
  copyFileSync(join('../..', `svc-${name}`, 'openapi.d.ts'), `dist/openapi/${name}.d.ts`);
  return `./openapi/${name}.js`;
});
writeFileSync(file, text);
