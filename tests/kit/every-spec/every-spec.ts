/**
 * All specs of the package in the working directory as one Jest file, for `--roots ../tests/kit/every-spec`: Jest
 * evaluates Nest, TypeORM or antd anew for each file; here, once. `*.nightly.spec.ts` have files of their own.
 */
import { describe, jest } from '@jest/globals';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

for (const file of globSync('{src,test}/**/*.spec.{ts,tsx}').sort()) {
  if (file.includes('.nightly.')) continue;
  // Within a block, so that the hooks of a file are for its tests alone.
  describe(file, () => void jest.requireActual(resolve(file)));
}
