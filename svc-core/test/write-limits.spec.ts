import { afterEach, expect, it } from '@jest/globals';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
afterEach(() => core.close());

const create = (user: CoreService['admin'], address = '203.0.113.1') =>
  core
    .as(user)
    .post('/api/projects')
    .set('X-Forwarded-For', address)
    .send({ title: 'x', locationId: core.storeA });

/** The number of refusals by a limit from the metrics. */
async function refusals(limit: string): Promise<string | undefined> {
  const { text } = await core.as().get('/metrics');
  return new RegExp(`limit_refusals_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1];
}

it('limits the writes of a user per minute, but not the reads', async () => {
  core = await startCoreService({ WRITES_PER_MINUTE: '3' });
  for (let round = 0; round < 3; round += 1) {
    const { status, headers } = await create(core.admin);
    expect([status, headers['ratelimit-policy']]).toEqual([201, '"user";q=3;w=60, "address";q=6000;w=60']);
    const left = new RegExp(`^"user";r=${2 - round};t=[1-6]?\\d, "address";r=${5999 - round};t=[1-6]?\\d$`);
    expect(headers['ratelimit']).toMatch(left);
  }

  const refused = await create(core.admin, '203.0.113.2');
  expect(refused.body).toMatchObject({ code: 'rate_limited' });
  expect(refused.headers['ratelimit']).toBe(`"user";r=0;t=${refused.headers['retry-after'] ?? ''}`);
  expect(refused.status).toBe(429);
  expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await core.as(core.admin).delete('/api/projects/1')).status).toBe(429);

  const read = await core.as(core.admin).get('/api/projects');
  expect([read.headers['x-total-count'], read.headers['ratelimit']]).toEqual(['3', undefined]);
  expect((await create(core.managerA)).status).toBe(201);
  expect(await refusals('writes_user')).toBe('2');
});

it('limits the writes of an address per minute over all users, and treats an IPv6 /64 network as one address', async () => {
  core = await startCoreService({ WRITES_PER_MINUTE_AND_ADDRESS: '2' });
  expect((await create(core.admin, '2001:db8::1')).status).toBe(201);
  expect((await create(core.managerA, '2001:db8::2')).status).toBe(201);
  expect((await create(core.admin, '2001:db8::3')).status).toBe(429);
  expect((await create(core.admin, '2001:db8:0:1::3')).status).toBe(201);
  expect(await refusals('writes_address')).toBe('1');
});

it('rejects an unsupported Idempotency-Key before anything is changed', async () => {
  core = await startCoreService();
  const { id } = (await create(core.admin)).body as { id: string };
  const refused = await core
    .as(core.admin)
    .patch(`/api/projects/${id}`)
    .set('Idempotency-Key', 'a-key')
    .send({ title: 'y' });
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({
      errors: { 'Idempotency-Key': ['Not supported here. Send the request without it.'] },
    }),
  ]);
  expect((await core.as(core.admin).get(`/api/projects/${id}`)).body).toMatchObject({ title: 'x' });
});
