import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { aloneFaults } from '@mainstay/service-kit/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('starts from its own folder with only its settings, serves its OpenAPI document, and stops with npm', async () => {
  const STORAGE_DIR = await mkdtemp(join(tmpdir(), 'attachments-'));
  expect(
    await aloneFaults(await freePort(), 'attachments', '/api/tickets/x/attachments', {
      STORAGE_DIR,
      URL_SIGNING_SECRET: randomBytes(32).toString('hex'),
    }),
  ).toEqual([]);
  await rm(STORAGE_DIR, { recursive: true });
}, 60_000);
