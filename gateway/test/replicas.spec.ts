import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type EchoUpstream, type Mood, startEcho } from './echo-upstream.ts';
import { type ApiResponse, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

const key = { 'Idempotency-Key': '0b6f' };

let gateway: RunningGateway;
/** The replicas of svc-core: one in front of the first gateway, two in front of the second. */
let replicas: EchoUpstream[];
let gateways: RunningGateway[];

beforeAll(async () => {
  replicas = [await startEcho('replica 0'), await startEcho('replica 1')];
  const [one = '', other = ''] = replicas.map(({ address }) => address);
  const start = async (core: string) => startGateway(await prepareFolder(), { core });
  gateways = [await start(one), await start(`${one},${other}`)];
});
afterAll(async () => {
  await Promise.all([...gateways.map(({ stop }) => stop()), ...replicas.map(({ kill }) => kill())]);
});

/** From now on svc-core runs in as many replicas as moods are given. */
async function start(...moods: Mood[]): Promise<void> {
  for (const [index, replica] of replicas.entries()) {
    await replica.revive();
    replica.become(moods[index] ?? 'well');
  }
  gateway = gateways[moods.length - 1] ?? gateway;
}

async function askMany(count: number, method: string, headers = {}): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  const body = method === 'GET' ? {} : { body: '{}' };
  for (let sent = 0; sent < count; sent += 1)
    responses.push(await gateway.ask('/api/tickets?limit=5', { method, headers, ...body }));
  return responses;
}

const statusesOf = (responses: ApiResponse[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort();

it.each(['GET', 'POST', 'DELETE'])(
  'the only replica stopped: %s returns 503 as problem+json with Retry-After, and all else works',
  async (method) => {
    await start('well');
    await replicas[0]?.kill();
    const { status, headers, json } = await gateway.ask('/api/tickets', { method });
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '2' });
    expect([status, json()]).toEqual([
      503,
      {
        type: '/problems/unavailable',
        code: 'unavailable',
        title: 'Service Unavailable',
        status: 503,
        detail: 'The service is unavailable at the moment. Try again in a few seconds.',
        requestId: headers['x-request-id'],
      },
    ]);
    const upload = await gateway.ask('/api/attachments/objects/1', { method: 'PUT', body: 'x' });
    expect(upload.status).toBe(503);
    for (const path of ['/tickets', '/config.json']) expect((await gateway.ask(path)).status).toBe(200);
  },
);

it('two replicas are both used, over connections that are kept open', async () => {
  await start('well', 'well');
  const responses = await Promise.all(Array.from({ length: 8 }, () => askMany(50, 'GET')));
  expect(statusesOf(responses.flat())).toEqual([200]);
  for (const replica of replicas) {
    expect(replica.count()).toBeGreaterThanOrEqual(180);
    expect(replica.connections()).toBeLessThanOrEqual(16);
  }
});

it('one of two stopped: no GET, HEAD or DELETE fails, and no POST without a key, as nothing was sent', async () => {
  await start('well', 'well');
  await replicas[0]?.kill();
  for (const method of ['GET', 'HEAD', 'DELETE', 'POST'])
    expect([method, statusesOf(await askMany(20, method))]).toEqual([method, [200]]);
});

it('one of two killed during reads: none fails', async () => {
  await start('well', 'well');
  const reads = Promise.all(Array.from({ length: 8 }, () => askMany(50, 'GET')));
  await replicas[1]?.kill();
  expect(statusesOf((await reads).flat())).toEqual([200]);
});

it.each([
  ['draining', 'GET', {}],
  ['draining', 'POST', key],
  ['dying', 'GET', {}],
  ['dying', 'POST', key],
] as const)('one of two %s: no %s with %j fails', async (mood, method, headers) => {
  await start(mood, 'well');
  const responses = await askMany(20, method, headers);
  expect(statusesOf(responses)).toEqual([200]);
  expect(replicas[0]?.count()).toBeGreaterThan(0);
  const seen = { method, path: '/api/tickets?limit=5', bodyLength: method === 'GET' ? 0 : 2 };
  expect(responses[0]?.seen()).toMatchObject(seen);
});

it.each(['POST', 'PATCH'])('one of two dying: a %s without a key is not sent twice', async (method) => {
  await start('dying', 'well');
  expect(statusesOf(await askMany(20, method))).toEqual([200, 503]);
  expect(replicas.reduce((sum, replica) => sum + replica.count(), 0)).toBe(20);
});

it("both draining: returns the service's own 503", async () => {
  await start('draining', 'draining');
  const [response] = await askMany(1, 'GET', key);
  expect(response?.status).toBe(503);
  expect(response?.seen().reached).toMatch(/^replica/);
});

it.each([
  ['GET', {}, 200, 2],
  ['HEAD', {}, 200, 2],
  ['PUT', {}, 200, 2],
  ['DELETE', {}, 200, 2],
  ['POST', {}, 503, 1],
  ['PATCH', {}, 503, 1],
  ['POST', key, 200, 2],
  ['PATCH', key, 200, 2],
])(
  'the only replica drops a %s with %j and recovers: %i after %i tries',
  async (method, headers, status, tries) => {
    await start('fainting');
    const [response] = await askMany(1, method, headers);
    expect([response?.status, replicas[0]?.count()]).toEqual([status, tries]);
  },
);
