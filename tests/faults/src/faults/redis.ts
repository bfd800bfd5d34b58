import { type Caller, quantile, signIn, textOf } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { atLeast, atMost, type Fault, none, noneBut } from './fault.ts';
import type { Setup } from './setup.ts';
import { failed, Traffic } from './traffic.ts';

const FAULT_MS = 6000;

export const redisStopped: Fault = {
  title: 'Redis stopped',
  async run(setup) {
    const pid = await setup.system.pidOf('redis');
    const revoked = await revokedSession(setup);
    const traffic = await Traffic.on(setup);
    await sleep(1000);
    const before = traffic.responses.length;
    process.kill(pid, 'SIGSTOP');
    const loops = await redirectLoops(setup.manager);
    await sleep(FAULT_MS);
    process.kill(pid, 'SIGCONT');
    const endedAt = performance.now();
    let backAfter = Infinity;
    while (backAfter === Infinity && performance.now() - endedAt < 10_000) {
      await sleep(50);
      if ((await setup.admin.ask('GET', '/api/tickets?limit=1')).status === 200)
        backAfter = performance.now() - endedAt;
    }
    await traffic.stop();
    const refusals = traffic.responses.slice(before).filter(({ status }) => status === 503);
    const times = refusals.map(({ milliseconds }) => milliseconds);
    const revived = await revoked.ask('GET', '/api/tickets?limit=1');
    return [
      atLeast('responses with 503', refusals.length, 10),
      atMost('p99 of responses with 503', quantile(times, 0.99), 500, 'ms'),
      noneBut('responses other than success and 503', traffic.responses, 200, 201, 503),
      none('revoked sessions revived', failed([revived], 401)),
      none('redirect loops', loops),
      atMost('first response afterwards', backAfter, 5000, 'ms'),
    ];
  },
};

export const redisFlushed: Fault = {
  title: 'Redis flushed',
  async run(setup) {
    const { target } = setup.admin;
    const traffic = await Traffic.on(setup, { writers: 0 });
    await sleep(500);
    const redis = createClient({ url: setup.redisUrl });
    await redis.connect();
    await redis.flushAll();
    redis.destroy();
    await sleep(1000);
    await traffic.stop();
    const loops = await redirectLoops(setup.admin);
    setup.admin = await signIn(target, 'admin@example.com');
    setup.manager = await signIn(target, 'manager@example.com');
    const again = await setup.admin.ask('GET', '/api/tickets?limit=1');
    return [
      atLeast('responses with 401', traffic.reads.filter(({ status }) => status === 401).length, 1),
      noneBut('responses other than success and 401', traffic.reads, 200, 401),
      none('redirect loops', loops),
      none('failed requests after signing in again', failed([again], 200)),
    ];
  },
};

/** The session of someone who was deactivated and activated again: it must never work again. */
async function revokedSession({ admin }: Setup): Promise<Caller> {
  const session = await signIn(admin.target, 'manager2@example.com');
  const id = textOf(await session.ask('GET', '/api/user'), 'id');
  for (const active of [false, true]) await admin.ask('PATCH', `/api/users/${id}/active`, { active });
  return session;
}

/** 1 if five redirects from the sign-in do not end at a page. */
async function redirectLoops(caller: Caller): Promise<number> {
  let path = '/api/login';
  for (let step = 0; step < 5; step += 1) {
    const { location } = (await caller.ask('GET', path)).headers;
    if (location === undefined) return 0;
    path = new URL(location, caller.target.publicUrl).pathname;
  }
  return 1;
}
