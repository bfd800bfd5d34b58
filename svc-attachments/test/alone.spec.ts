import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { createTestBackends, documentFaults, startAlone } from '@mainstay/service-kit/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('starts from its own folder with only its settings, serves its OpenAPI document, and stops with npm', async () => {
  const backends = await createTestBackends();
  const directory = await mkdtemp(join(tmpdir(), 'attachments-'));
  try {
    const { REDIS_URL = '' } = backends.envFor('svc_attachments');
    const service = await startAlone(await freePort(), {
      DATABASE_URL: backends.urlFor('svc_attachments'),
      REDIS_URL,
      STORAGE_DIR: directory,
      URL_SIGNING_SECRET: randomBytes(32).toString('hex'),
    });
    const { status } = await fetch(`${service.url}/api/attachments/upload`, { method: 'POST' });
    const faults = await documentFaults(service.url, 'attachments');
    expect(await service.stop()).toEqual({ outlived: false });
    expect(status).toBe(401);
    expect(faults).toEqual([]);
  } finally {
    await backends.close();
    await rm(directory, { recursive: true });
  }
}, 60_000);
