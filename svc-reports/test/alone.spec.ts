import { expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { createTestBackends, documentFaults, startAlone } from '@mainstay/service-kit/testing';

it('starts from its own folder with only its settings, serves its document, and stops with npm', async () => {
  const backends = await createTestBackends();
  try {
    const { REDIS_URL = '' } = backends.envFor('svc_reports');
    const service = await startAlone(await freePort(), {
      DATABASE_URL: backends.urlFor('svc_reports'),
      REDIS_URL,
    });
    const { status } = await fetch(`${service.url}/api/reports/overdue`);
    const faults = await documentFaults(service.url, 'reports');
    expect(await service.stop()).toEqual({ outlived: false });
    expect(status).toBe(401);
    expect(faults).toEqual([]);
  } finally {
    await backends.close();
  }
}, 60_000);
