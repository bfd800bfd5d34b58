import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { TcpProxy } from '@mainstay/test-kit';
import { createService, loadConfig } from '@mainstay/service-kit';
import { sessionKeyOf } from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { configSchema } from '../src/config.ts';
import { LiveEvents } from '../src/events/live-events.ts';
import { serviceOptions } from '../src/service-options.ts';
import { RunningService } from './running-service.ts';
import { StreamClient, until } from './stream-client.ts';
import { WrittenRows } from './written-rows.ts';

/** How long an outage lasts. */
const OUTAGE_MS = process.env['NIGHTLY'] === '1' ? 1500 : 400;

/** Another replica, which reaches its backends through proxies. */
let replica: INestApplication<Server>;
let postgres: TcpProxy;
let redis: TcpProxy;
const service = new RunningService();
const rows = new WrittenRows(service);
let location: string;
beforeAll(async () => {
  await service.start();
  location = await rows.location();
  const env = service.backends.envFor('svc_notifications');
  const { DATABASE_URL = '', REDIS_URL = '' } = env;
  postgres = await TcpProxy.start(Number(new URL(DATABASE_URL).port));
  redis = await TcpProxy.start(Number(new URL(REDIS_URL).port));
  const config = loadConfig(configSchema, {
    ...env,
    DATABASE_URL: postgres.through(DATABASE_URL),
    DATABASE_WAIT_MS: '700',
    REDIS_URL: redis.through(REDIS_URL),
  });
  replica = await createService(serviceOptions(config));
  await replica.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await replica.close();
  postgres.stop();
  redis.stop();
  await service.close();
});
afterEach(async () => {
  await postgres.recover();
  await redis.recover();
});

/** Waits until the replica serves streams again, as after a rolling restart. */
async function openAgain(): Promise<StreamClient> {
  for (;;) {
    const stream = await StreamClient.open(replica, service.admin).catch(() => undefined);
    if (stream) return stream;
    await sleep(50);
  }
}

it.each<[what: string, proxy: () => TcpProxy, fail: 'refuse' | 'swallow']>([
  ['Redis', () => redis, 'refuse'],
  ['PostgreSQL', () => postgres, 'refuse'],
  ['a silent Redis', () => redis, 'swallow'],
  ['a silent PostgreSQL', () => postgres, 'swallow'],
])(
  'without %s nothing is sent and streams stay open; afterwards nothing is missing',
  async (_what, proxy, fail) => {
    const stream = await openAgain();
    const before = await rows.ticket(location);
    await stream.receive(before);
    proxy()[fail]();
    const missed = [await rows.ticket(location), await rows.ticket(location)];
    await sleep(OUTAGE_MS);
    // A change that was read, but not checked, is not sent.
    expect(stream.changed).toEqual([before]);
    const silent = stream.text;
    replica.get(LiveEvents).keepOpen();
    await until(() => stream.text.startsWith(`${silent}: open\n\nid: `));
    expect(stream.isClosed).toBe(false);

    await proxy().recover();
    await stream.receive(missed[1] ?? '');
    expect(stream.changed).toEqual([before, ...missed]);
    expect(stream.names).not.toContain('resync');
    stream.close();
  },
  40_000,
);

it('a sign-out during an outage ends the stream after it, and nothing of what changed meanwhile is sent', async () => {
  const stream = await openAgain();
  redis.refuse();
  await service.backends.redis.del(sessionKeyOf(service, service.admin));
  await rows.ticket(location);
  await redis.recover();
  await until(() => stream.isClosed);
  expect(stream.names).toEqual(['end']);
}, 40_000);
