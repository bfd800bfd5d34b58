import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { createTestBackends, documentFaults, startAlone } from '@mainstay/service-kit/testing';

it('starts from its own folder with only its settings, serves its OpenAPI document, and stops with npm', async () => {
  const backends = await createTestBackends();
  try {
    const { REDIS_URL = '' } = backends.envFor('svc_auth');
    const service = await startAlone(await freePort(), {
      DATABASE_URL: backends.urlFor('svc_auth'),
      REDIS_URL,
    });
    const { status } = await fetch(`${service.url}/api/user`);
    const faults = await documentFaults(service.url, 'auth');
    expect(await service.stop()).toEqual({ outlived: false });
    expect(status).toBe(401);
    expect(faults).toEqual([]);
  } finally {
    await backends.close();
  }
}, 60_000);
