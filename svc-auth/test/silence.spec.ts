import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { freePort, TcpProxy } from '@mainstay/test-kit';
import { createRedisConnection, PG_POOL } from '@mainstay/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { hashPassword } from '../src/users/passwords.ts';
import { AuthService } from './auth-service.ts';

/** Opened resources, closed in reverse order after each test. */
const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0).toReversed()) await close();
});

/** Longer than the limit for a response of PostgreSQL. */
const IDLE_MS = 2300;

const connectionsOf = (service: AuthService): Promise<unknown> =>
  service.rows(
    "SELECT pid FROM pg_stat_activity WHERE usename = 'svc_auth' AND datname = current_database()",
  );

/** A service with one connection, which is idle while the tests of Redis run. */
async function startBehindProxy() {
  const target = new URL(process.env['TEST_DATABASE_ADMIN_URL'] ?? 'postgres://missing');
  const proxy = await TcpProxy.start(Number(target.port));
  const settings = { DATABASE_POOL_SIZE: '1', DATABASE_WAIT_MS: '700' };
  const service = await new AuthService().start(settings, (url) => proxy.through(url));
  const user = await service.createUser();
  const ask = () => service.as(user).get('/api/user');
  await ask().expect(200);
  return { proxy, service, ask, first: await connectionsOf(service), idleSince: Date.now() };
}
let behindProxy: Awaited<ReturnType<typeof startBehindProxy>>;
beforeAll(async () => {
  behindProxy = await startBehindProxy();
});
afterAll(async () => {
  await behindProxy.service.close();
  behindProxy.proxy.stop();
});

it('rejects pending commands when Redis stops responding, rejects the next at once, and reconnects', async () => {
  const target = new URL(process.env['TEST_REDIS_URL'] ?? 'redis://missing');
  const proxy = await TcpProxy.start(Number(target.port));
  opened.push({ close: () => proxy.stop() });
  const redis = createRedisConnection(proxy.through(target));
  opened.push({ close: () => redis.destroy() });
  redis.on('error', () => undefined);
  await redis.connect();
  await redis.set('silence', 'broken', { expiration: { type: 'EX', value: 60 } });
  await sleep(600);

  proxy.swallow();
  const asked = performance.now();
  await expect(redis.get('silence')).rejects.toThrow();
  expect(performance.now() - asked).toBeLessThan(2500);
  const askedAgain = performance.now();
  await expect(redis.get('silence')).rejects.toThrow();
  expect(performance.now() - askedAgain).toBeLessThan(100);

  await proxy.recover();
  for (let tries = 0; !redis.isReady && tries < 100; tries += 1) await sleep(50);
  expect(await redis.get('silence')).toBe('broken');
});

it('returns 503 while PostgreSQL does not respond, and keeps idle connections', async () => {
  const { service, proxy, ask, first, idleSince } = behindProxy;
  await sleep(Math.max(0, idleSince + IDLE_MS - Date.now()));
  expect((await ask()).status).toBe(200);
  expect(await connectionsOf(service)).toEqual(first);

  proxy.swallow();
  const asked = performance.now();
  const { status, headers } = await ask();
  expect([status, headers['retry-after']]).toEqual([503, expect.any(String)]);
  expect(performance.now() - asked).toBeLessThan(5000);

  await proxy.recover();
  expect((await ask()).status).toBe(200);
}, 30_000);

it('has connections before the first request, because a new one may take longer than a request waits', async () => {
  const service = await new AuthService().start();
  opened.push({ close: () => service.close() });
  expect(await connectionsOf(service)).toHaveLength(4);
});

it('returns 503 after DATABASE_WAIT_MS without a free connection', async () => {
  const service = await new AuthService().start({ DATABASE_POOL_SIZE: '1', DATABASE_WAIT_MS: '900' });
  opened.push({ close: () => service.close() });
  const user = await service.createUser();
  const ask = () => service.as(user).get('/api/user');
  const held = await service.app.get<Pool>(PG_POOL).connect();
  const asked = performance.now();
  const { status } = await ask();
  const waited = performance.now() - asked;
  held.release();
  expect(status).toBe(503);
  expect(waited).toBeGreaterThanOrEqual(890);
  expect(waited).toBeLessThan(2500);
  expect((await ask()).status).toBe(200);
}, 30_000);

it('returns 503 at sign-in while Redis is unavailable, and still 400 and 401 for invalid input', async () => {
  const service = await new AuthService().start({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  opened.push({ close: () => service.close() });
  const { email } = await service.createUser();
  await service.rows('UPDATE auth.users SET password_hash = $1', [await hashPassword('correct horse')]);
  const statusOf = async (password: unknown): Promise<number> =>
    (await service.as().post('/api/login').send({ email, password })).status;
  expect(await statusOf(5)).toBe(400);
  expect(await statusOf('wrong horse')).toBe(401);
  expect(await statusOf('correct horse')).toBe(503);
});
