import { afterEach, describe, expect, it } from '@jest/globals';
import { type EchoUpstream, type Mood, startEcho } from './echo-upstream.ts';
import { type ApiResponse, prepareFolder, type RunningGateway, startGateway } from './running-gateway.ts';

let gateway: RunningGateway;
let replicas: EchoUpstream[];

afterEach(async () => {
  await gateway.stop();
  await Promise.all(replicas.map((replica) => replica.kill()));
});

/** A gateway whose svc-core runs in as many replicas as moods are given; the other services do not run at all. */
async function start(...moods: Mood[]): Promise<void> {
  replicas = await Promise.all(moods.map((mood, index) => startEcho(`replica ${index}`, mood)));
  const core = replicas.map((replica) => replica.address).join(',');
  gateway = await startGateway(await prepareFolder(), {
    auth: '127.0.0.1:9',
    core,
    attachments: '127.0.0.1:9',
  });
}

const key = { 'Idempotency-Key': '0b6f' };

async function askMany(
  count: number,
  method: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    responses.push(
      await gateway.ask('/api/tickets?limit=5', {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: '{}' }),
      }),
    );
  }
  return responses;
}

const statusesOf = (responses: ApiResponse[]): number[] =>
  [...new Set(responses.map(({ status }) => status))].sort();
const arrivals = (): number => replicas.reduce((sum, replica) => sum + replica.count(), 0);

describe('one replica', () => {
  it.each(['GET', 'POST', 'DELETE'])(
    'stopped: %s returns 503 as problem+json with Retry-After',
    async (method) => {
      await start('well');
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
    await start('well');
    expect((await gateway.ask('/api/user')).status).toBe(503);
    expect((await gateway.ask('/api/attachments/objects/1', { method: 'PUT', body: 'x' })).status).toBe(503);
    for (const path of ['/tickets', '/config.json', '/api/tickets']) {
      expect((await gateway.ask(path)).status).toBe(200);
    }
  });

  it('is reached over connections that are kept open', async () => {
    await start('well');
    const responses = await Promise.all(Array.from({ length: 8 }, () => askMany(25, 'GET')));
    expect(statusesOf(responses.flat())).toEqual([200]);
    expect(replicas[0]?.connections()).toBeLessThanOrEqual(16);
  });
});

describe('two replicas', () => {
  it('are both used', async () => {
    await start('well', 'well');
    await askMany(20, 'GET');
    expect(replicas.map((replica) => replica.count())).toEqual([10, 10]);
  });

  it.each(['GET', 'HEAD', 'DELETE'])('one stopped: no %s fails', async (method) => {
    await start('well', 'well');
    await replicas[0]?.kill();
    expect(statusesOf(await askMany(40, method))).toEqual([200]);
  });

  it('one killed during reads: none fails', async () => {
    await start('well', 'well');
    const reads = Promise.all(Array.from({ length: 8 }, () => askMany(50, 'GET')));
    await replicas[1]?.kill();
    expect(statusesOf((await reads).flat())).toEqual([200]);
  });

  it.each(['draining', 'dying'] as const)('one %s: no read fails', async (mood) => {
    await start(mood, 'well');
    expect(statusesOf(await askMany(20, 'GET'))).toEqual([200]);
    expect(replicas[0]?.count()).toBeGreaterThan(0);
  });

  it.each(['draining', 'dying'] as const)(
    'one %s: a POST with an Idempotency-Key is retried',
    async (mood) => {
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
    expect(arrivals()).toBe(20);
  });

  it('one refusing connections: even a POST without a key goes to the other, as nothing was sent', async () => {
    await start('well', 'well');
    await replicas[0]?.kill();
    expect(statusesOf(await askMany(20, 'POST'))).toEqual([200]);
  });

  it("both draining: returns the service's own 503", async () => {
    await start('draining', 'draining');
    const [response] = await askMany(1, 'GET', key);
    expect(response?.status).toBe(503);
    expect(response?.seen().reached).toMatch(/^replica/);
  });
});
