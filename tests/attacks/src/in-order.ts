/**
 * All attacks as one Jest file, so that they share a system; `npm test -w tests/attacks -- -t headers` runs one spec.
 * The search through the logs comes last.
 */
import { afterAll, describe, jest } from '@jest/globals';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { stopSetup } from './setup.ts';

afterAll(stopSetup);

const names = globSync('*.spec.ts', { cwd: import.meta.dirname }).sort();
for (const name of [...names.filter((each) => each !== 'logs.spec.ts'), 'logs.spec.ts']) {
  describe(name.replace('.spec.ts', ''), () => void jest.requireActual(join(import.meta.dirname, name)));
}
