import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { aloneFaults } from '@mainstay/service-kit/testing';

it('starts from its own folder with only its settings, serves its OpenAPI document, and stops with npm', async () => {
  expect(await aloneFaults(await freePort(), 'auth', '/api/user')).toEqual([]);
}, 60_000);
