import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type EchoUpstream, type Mood, startEcho } from './echo-upstream.ts';
import { type ApiResponse, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

const away = '127.0.0.1:9';
const key = { 'Idempotency-Key': '0b6f' };

let gateway: RunningGateway;
/** The replicas of svc-core: one in front of the first gateway, two in front of the second. */
let replicas: EchoUpstream[];
let gateways: RunningGateway[];

beforeAll(async () => {
  replicas = [await startEcho('replica 0'), await startEcho('replica 1')];
  const [one = '', other = ''] = replicas.map(({ address }) => address);
  const start = async (core: string) =>
    startGateway(await prepareFolder(), { auth: away, core, attachments: away });
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
  const wanted = gateways[moods.length - 1];
  if (wanted) gateway = wanted;
}

async function askMany(
  count: number,
  method: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const body = method === 'GET' ? {} : { body: '{}' };
    responses.push(await gateway.ask('/api/tickets?limit=5', { method, headers, ...body }));
  }
  return responses;
}

const statusesOf = (responses: ApiResponse[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort();

describe('one replica', () => {
  beforeEach(() => start('well'));

  it.each(['GET', 'POST', 'DELETE'])(
    'stopped: %s returns 503 as problem+json with Retry-After',
    async (method) => {
      await replicas[0]?.kill();
      const response = await gateway.ask('/api/tickets', { method });
      expect(response.status).toBe(503);
      expect(response.headers).toMatchObject({
        'content-type': 'application/problem+json',
        'retry-after': '2',
      });
      expect(response.json()).toEqual({
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        detail: 'The service is unavailable at the moment. Try again in a few seconds.',
        requestId: response.headers['x-request-id'],
      });
    },
  );

  it('stopped: the page, the settings and the other services still work', async () => {
    expect((await gateway.ask('/api/user')).status).toBe(503);
    expect((await gateway.ask('/api/attachments/objects/1', { method: 'PUT', body: 'x' })).status).toBe(503);
    for (const path of ['/tickets', '/config.json', '/api/tickets']) {
      expect((await gateway.ask(path)).status).toBe(200);
    }
  });

  it('is reached over connections that are kept open', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => askMany(25, 'GET')));
    expect(statusesOf(responses.flat())).toEqual([200]);
    expect(replicas[0]?.connections()).toBeLessThanOrEqual(16);
  });
});

describe('two replicas', () => {
  it('are both used', async () => {
    await start('well', 'well');
    await askMany(20, 'GET');
    for (const replica of replicas) expect(replica.count()).toBeGreaterThanOrEqual(9);
  });

  it('one stopped: no GET, HEAD or DELETE fails, and no POST without a key, as nothing was sent', async () => {
    await start('well', 'well');
    await replicas[0]?.kill();
    for (const method of ['GET', 'HEAD', 'DELETE', 'POST'])
      expect([method, statusesOf(await askMany(20, method))]).toEqual([method, [200]]);
  });

  it('one killed during reads: none fails', async () => {
    await start('well', 'well');
    const reads = Promise.all(Array.from({ length: 8 }, () => askMany(50, 'GET')));
    await replicas[1]?.kill();
    expect(statusesOf((await reads).flat())).toEqual([200]);
  });

  it.each(['draining', 'dying'] as const)(
    'one %s: no read fails, and a POST with an Idempotency-Key is retried',
    async (mood) => {
      await start(mood, 'well');
      expect(statusesOf(await askMany(20, 'GET'))).toEqual([200]);
      expect(replicas[0]?.count()).toBeGreaterThan(0);
      await start(mood, 'well');
      const responses = await askMany(20, 'POST', key);
      expect(statusesOf(responses)).toEqual([200]);
      expect(responses[0]?.seen()).toMatchObject({
        method: 'POST',
        path: '/api/tickets?limit=5',
        headers: { 'idempotency-key': '0b6f' },
        bodyLength: 2,
      });
      expect(replicas[0]?.count()).toBeGreaterThan(0);
    },
  );

  it.each(['POST', 'PATCH'])('one dying: a %s without a key is not sent twice', async (method) => {
    await start('dying', 'well');
    const responses = await askMany(20, method);
    expect(statusesOf(responses)).toEqual([200, 503]);
    expect(replicas.reduce((sum, replica) => sum + replica.count(), 0)).toBe(20);
  });

  it("both draining: returns the service's own 503", async () => {
    await start('draining', 'draining');
    const [response] = await askMany(1, 'GET', key);
    expect(response?.status).toBe(503);
    expect(response?.seen().reached).toMatch(/^replica/);
  });
});

describe('the only replica drops a request and recovers', () => {
  const askOnce = async (method: string, headers: Record<string, string>) => {
    await start('fainting');
    const [response] = await askMany(1, method, headers);
    return [response?.status, replicas[0]?.count()];
  };

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('a %s is retried once', async (method) => {
    expect(await askOnce(method, {})).toEqual([200, 2]);
  });

  it.each(['POST', 'PATCH'])('a %s is not sent twice, unless it has an Idempotency-Key', async (method) => {
    expect(await askOnce(method, {})).toEqual([503, 1]);
    expect(await askOnce(method, key)).toEqual([200, 2]);
  });
});
