import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBlackHole } from './black-hole.ts';
import { type EchoUpstream, startEcho } from './echo-upstream.ts';
import {
  type ApiResponse,
  type Asked,
  prepareFolder,
  replacing,
  type RunningGateway,
  startGateway,
} from './running-gateway.ts';

let gateway: RunningGateway;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await gateway.stop();
  for (const stop of stops.splice(0)) await stop();
});

/**
 * A gateway with two replicas of svc-core, of which the first does not respond.
 * @returns the second
 */
async function start(edit?: (configuration: string) => Promise<void>): Promise<EchoUpstream> {
  const [hole, replica] = [await openBlackHole(), await startEcho('second')];
  stops.push(hole.close, replica.kill);
  const core = `${hole.address},${replica.address}`;
  gateway = await startGateway(await prepareFolder(), { core }, {}, edit);
  return replica;
}

async function timed(path: string, asked?: Asked): Promise<{ response: ApiResponse; milliseconds: number }> {
  const begun = performance.now();
  const response = await gateway.ask(path, asked);
  return { response, milliseconds: performance.now() - begun };
}

it('one of two replicas does not respond: no request fails or waits long', async () => {
  await start();
  const times: number[] = [];
  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
    for (let sent = 0; sent < 6; sent += 1) {
      const { response, milliseconds } = await timed('/api/tickets', { method });
      expect([method, response.status]).toEqual([method, 200]);
      times.push(milliseconds);
    }
  }
  // Half of them tried it first, and gave up after a tenth of a second.
  const tries = times.filter((time) => time > 90).toSorted((a, b) => a - b);
  expect(tries.length).toBeGreaterThan(7);
  expect(tries[Math.floor(tries.length / 2)]).toBeLessThan(200);
  // One may be late on a busy machine.
  expect(tries.at(-2)).toBeLessThan(400);
});

describe('nginx has no replica left for a retry', () => {
  /** One connection for each replica: the second is busy when the first fails, as if it were not known any more. */
  const oneConnectionEach = replacing('http/upstreams.conf', 'max_fails=0', 'max_fails=0 max_conns=1');

  it.each([
    ['GET', {}],
    ['PATCH', {}],
    ['POST', {}],
    ['POST', { 'idempotency-key': '7' }],
  ])('a %s with %j that reached no replica is retried', async (method, headers) => {
    const replica = await start(oneConnectionEach);
    const body = method === 'POST' ? { body: '{"a":1}' } : {};
    const response = gateway.ask('/api/tickets', { method, headers, ...body });
    await sleep(20);
    expect((await gateway.ask('/api/tickets?wait=100')).status).toBe(200);
    expect((await response).seen()).toMatchObject({ method, headers, bodyLength: method === 'POST' ? 7 : 0 });
    expect([(await response).status, replica.count()]).toEqual([200, 2]);
  });

  it('twice: the response is a 503', async () => {
    await start(oneConnectionEach);
    const responses = [timed('/api/tickets'), sleep(20).then(() => timed('/api/tickets?wait=1000'))];
    const [first, second] = await Promise.all(responses);
    expect([first?.response.status, second?.response.status]).toEqual([503, 200]);
    expect(first?.response.headers['content-type']).toBe('application/problem+json');
    expect(first?.milliseconds).toBeLessThan(600);
  });
});
