import { expect, it } from '@jest/globals';
import { checkOpenApi } from '@mainstay/service-kit/testing';
import { join } from 'node:path';

it('describes its operations without faults, and breaks no client of the last release', async () => {
  expect(await checkOpenApi(join(__dirname, '..'))).toEqual({ faults: [], breaks: [] });
});
