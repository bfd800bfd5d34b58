/**
 * All specs of the package in the working directory as one Jest file, for `--roots ../tests/kit/every-spec`: Jest
 * evaluates Nest, TypeORM or antd anew for each file; here, once. `*.nightly.spec.ts` have files of their own.
 */
import { describe, expect, it, jest } from '@jest/globals';
import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

for (const file of globSync('{src,test}/**/*.spec.{ts,tsx}').sort()) {
  if (file.includes('.nightly.')) continue;
  // Within a block, so that the hooks of a file are for its tests alone.
  describe(file, () => void jest.requireActual(resolve(file)));
}

// What all specs of a service did together.
if (existsSync('openapi.json'))
  it('each status that openapi.json names was returned', () => {
    const testing = createRequire(resolve('package.json')).resolve('@mainstay/service-kit/testing');
    const { unreturnedStatuses } = jest.requireActual<{ unreturnedStatuses: () => string[] }>(testing);
    expect(unreturnedStatuses()).toEqual([]);
  });
