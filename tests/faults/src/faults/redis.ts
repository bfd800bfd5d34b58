import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { Caller, signIn } from './caller.ts';
import { atLeast, atMost, type Fault, type Figure, none, quantile, noneBut } from './fault.ts';
import type { Stage } from './stage.ts';
import { failed, Traffic } from './traffic.ts';

const FAULT_MS = 6000;

export const redisStopped: Fault = {
  title: 'Redis stopped',
  async run(stage) {
    const pid = await stage.pidOf('redis');
    return whileAway(stage, {
      begin: () => process.kill(pid, 'SIGSTOP'),
      end: () => process.kill(pid, 'SIGCONT'),
    });
  },
};

export const redisKilled: Fault = {
  title: 'Redis killed',
  run: async (stage) => {
    // Cut off, too, or it would be back before anyone noticed.
    const pid = await stage.pidOf('redis');
    return whileAway(stage, {
      begin: () => {
        process.kill(pid, 'SIGKILL');
        stage.redisProxy.swallow();
      },
      end: () => stage.redisProxy.recover(),
    });
  },
};

export const redisFlushed: Fault = {
  title: 'Redis flushed',
  async run(stage) {
    const traffic = new Traffic(stage, { writers: 0 });
    await sleep(500);
    const redis = createClient({ url: stage.redisUrl });
    await redis.connect();
    await redis.flushAll();
    redis.destroy();
    await sleep(1000);
    const flushed = [...traffic.reads];
    await traffic.stop();
    const signedOut = new Caller(stage.system.url, stage.admin.cookie);
    const loops = await redirectLoops(signedOut);
    stage.admin = await signIn(stage.system.url, 'admin@example.com');
    stage.manager = await signIn(stage.system.url, 'manager@example.com');
    return [
      atLeast('responses with 401', flushed.filter(({ status }) => status === 401).length, 1),
      noneBut('responses other than success and 401', flushed, 200, 401),
      none('redirect loops', loops),
      none(
        'failed requests after signing in again',
        failed([await stage.admin.ask('GET', '/api/tickets?limit=1')], 200).length,
      ),
    ];
  },
};

async function whileAway(stage: Stage, fault: { begin: () => void; end: () => unknown }): Promise<Figure[]> {
  const revoked = await revokedSession(stage);
  const traffic = new Traffic(stage);
  await sleep(1000);
  const before = traffic.responses.length;
  fault.begin();
  const begunAt = performance.now();
  const loops = await redirectLoops(stage.manager);
  await sleep(Math.max(0, FAULT_MS - (performance.now() - begunAt)));
  await fault.end();
  const endedAt = performance.now();
  const afterwards = async (): Promise<number> => {
    for (;;) {
      if ((await stage.admin.ask('GET', '/api/tickets?limit=1')).status === 200)
        return performance.now() - endedAt;
      if (performance.now() - endedAt > 10_000) return Infinity;
      await sleep(50);
    }
  };
  const backAfter = await afterwards();
  await traffic.stop();
  const refusals = traffic.responses.slice(before).filter(({ status }) => status === 503);
  return [
    atLeast('responses with 503', refusals.length, 10),
    atMost(
      'p99 of responses with 503',
      quantile(
        refusals.map((it) => it.milliseconds),
        0.99,
      ),
      500,
      'ms',
    ),
    noneBut('responses other than success and 503', traffic.responses, 200, 201, 503),
    none(
      'revoked sessions revived',
      (await revoked.ask('GET', '/api/tickets?limit=1')).status === 401 ? 0 : 1,
    ),
    none('redirect loops', loops),
    atMost('first response afterwards', backAfter, 5000, 'ms'),
  ];
}

/** The session of someone who was deactivated meanwhile, and was activated again: dead for good. */
async function revokedSession(stage: Stage): Promise<Caller> {
  const session = await signIn(stage.system.url, 'manager2@example.com');
  const { body } = await session.ask('GET', '/api/user');
  const { id } = body as { id: string };
  await stage.admin.ask('PATCH', `/api/users/${id}/active`, { active: false });
  await stage.admin.ask('PATCH', `/api/users/${id}/active`, { active: true });
  return session;
}

/** Pages that lead back to where they came from: 1 if five steps do not end at a page. */
async function redirectLoops(caller: Caller): Promise<number> {
  let path = '/api/login';
  for (let step = 0; step < 5; step += 1) {
    const response = await fetch(caller.url + path, {
      headers: { cookie: caller.cookie },
      redirect: 'manual',
    });
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (location === null) return 0;
    path = new URL(location, caller.url).pathname;
  }
  return 1;
}
