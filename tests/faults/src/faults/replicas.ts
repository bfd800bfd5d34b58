import { quantile } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, type Fault, none, noneBut, slowest } from './fault.ts';
import { pidsOf, type Setup } from './setup.ts';
import { failed, Traffic } from './traffic.ts';

/** Callers that use this machine to capacity, and five times as many. */
const PEOPLE = 16;
const TIMES = 5;

export const kill: Fault = {
  title: 'kill -9 of each service in turn, two replicas',
  async run(setup) {
    const traffic = await endEach(setup, 'SIGKILL');
    return [
      atLeast('processes killed', setup.replicas.length, 6),
      ...(await traffic.verify()),
      atLeast('reads', traffic.reads.length, 100),
      none('failed reads', failed(traffic.reads, 200)),
    ];
  },
};

export const roll: Fault = {
  title: 'rolling restart of all services',
  async run(setup) {
    const traffic = await endEach(setup, 'SIGTERM');
    return [
      atLeast('processes restarted', setup.replicas.length, 6),
      atLeast('requests', traffic.responses.length, 200),
      none('failed requests', failed(traffic.reads, 200) + failed(traffic.firstTries, 201)),
      ...(await traffic.verify()),
    ];
  },
};

/** Ends one process after the other under load, and waits for its successor. */
async function endEach(setup: Setup, signal: 'SIGKILL' | 'SIGTERM'): Promise<Traffic> {
  const { replicas, system } = setup;
  const traffic = await Traffic.on(setup);
  for (const replica of replicas) {
    const pid = await system.pidOf(replica);
    process.kill(pid, signal);
    await system.untilBack(replica, pid);
  }
  await traffic.stop();
  return traffic;
}

export const overload: Fault = {
  title: 'five times the load',
  async run(setup) {
    const load = (times: number) => {
      const half = (PEOPLE / 2) * times;
      return Traffic.on(setup, { readers: half, writers: half, pauseMs: 0 });
    };
    const medianOf = (responses: Traffic['responses']) =>
      quantile(
        responses.map(({ milliseconds }) => milliseconds),
        0.5,
      );
    const before = await pidsOf(setup);
    const usual = await load(1);
    await sleep(5000);
    await usual.stop();
    const much = await load(TIMES);
    await sleep(15_000);
    await much.stop();
    const endedAt = performance.now();
    const again = await load(1);
    let normalAfter = Infinity;
    while (normalAfter === Infinity && performance.now() - endedAt < 15_000) {
      const seen = again.responses.length;
      await sleep(500);
      const latest = again.responses.slice(seen);
      if (latest.length > 20 && medianOf(latest) <= 1.5 * medianOf(usual.responses))
        normalAfter = performance.now() - endedAt;
    }
    await again.stop();
    const after = await pidsOf(setup);
    return [
      atLeast('requests at five times the load', much.responses.length, 500),
      noneBut('responses other than success, 429 and 503', much.responses, 200, 201, 429, 503),
      slowest(much.responses, 3500),
      ...(await much.verify()),
      atMost('back to normal after', normalAfter, 5000, 'ms'),
      none('processes that ended', after.filter((pid, index) => pid !== before[index]).length),
    ];
  },
};
