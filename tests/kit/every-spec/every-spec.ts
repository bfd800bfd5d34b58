/**
 * All specs of the package in the working directory as one Jest file: `jest --roots ../tests/kit/every-spec --testMatch "**/every-spec.ts"`.
 * Jest evaluates Nest, TypeORM or antd anew for each file; here, once. `*.nightly.spec.ts` run alone.
 */
import { describe, jest } from '@jest/globals';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const files = globSync('{src,test}/**/*.spec.{ts,tsx}').sort();
for (const file of files) {
  if (file.includes('.nightly.')) continue;
  // Within a block, so that the hooks of a file are for its tests alone.
  describe(file, () => void jest.requireActual(resolve(file)));
}
