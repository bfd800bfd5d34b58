import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { createTestBackends, documentFaults, startAlone } from '@mainstay/service-kit/testing';
import { randomBytes } from 'node:crypto';

it('starts from its own folder with only its settings, serves its OpenAPI document, and stops with npm', async () => {
  const backends = await createTestBackends();
  try {
    const { REDIS_URL = '' } = backends.envFor('svc_core');
    const service = await startAlone(await freePort(), {
      DATABASE_URL: backends.urlFor('svc_core'),
      REDIS_URL,
      INTAKE_SECRET: randomBytes(32).toString('hex'),
    });
    const { status } = await fetch(`${service.url}/api/tickets`);
    const faults = await documentFaults(service.url, 'core');
    expect(await service.stop()).toEqual({ outlived: false });
    expect(status).toBe(401);
    expect(faults).toEqual([]);
  } finally {
    await backends.close();
  }
}, 60_000);
