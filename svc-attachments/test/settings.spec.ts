import { expect, it } from '@jest/globals';
import { undocumentedSettings } from '@mainstay/service-kit/testing';
import { configSchema } from '../src/config.ts';

it('are all in docs/operations.md, with their defaults', () => {
  expect(undocumentedSettings(configSchema)).toEqual([]);
});
