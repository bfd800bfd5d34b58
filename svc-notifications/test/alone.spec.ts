import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { aloneFaults } from '@mainstay/service-kit/testing';
import { randomBytes } from 'node:crypto';

it('starts from its own folder with only its settings, serves its OpenAPI document, and stops with npm', async () => {
  expect(
    await aloneFaults(await freePort(), 'notifications', '/api/inbox', {
      INTAKE_SECRET: randomBytes(32).toString('hex'),
    }),
  ).toEqual([]);
}, 60_000);
