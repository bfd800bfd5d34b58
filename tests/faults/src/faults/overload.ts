import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, type Fault, none, quantile, noneBut, slowest } from './fault.ts';
import { Traffic } from './traffic.ts';

/** Callers that use this machine to capacity, and five times as many. */
const PEOPLE = 16;
const TIMES = 5;

export const overload: Fault = {
  title: 'five times the load',
  async run(stage) {
    const before = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
    const usual = new Traffic(stage, { readers: PEOPLE / 2, writers: PEOPLE / 2, pauseMs: 0 });
    await sleep(5000);
    await usual.stop();
    const much = new Traffic(stage, {
      readers: (PEOPLE / 2) * TIMES,
      writers: (PEOPLE / 2) * TIMES,
      pauseMs: 0,
    });
    await sleep(15_000);
    await much.stop();
    const endedAt = performance.now();
    const usualMedian = quantile(
      usual.responses.map((it) => it.milliseconds),
      0.5,
    );
    const again = new Traffic(stage, { readers: PEOPLE / 2, writers: PEOPLE / 2, pauseMs: 0 });
    let normalAfter = Infinity;
    while (normalAfter === Infinity && performance.now() - endedAt < 15_000) {
      const seen = again.responses.length;
      await sleep(500);
      const latest = again.responses.slice(seen).map((it) => it.milliseconds);
      if (latest.length > 20 && quantile(latest, 0.5) <= 1.5 * usualMedian) {
        normalAfter = performance.now() - endedAt;
      }
    }
    await again.stop();
    const after = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
    const { lost, duplicates } = await much.verify();
    return [
      atLeast('requests at five times the load', much.responses.length, 500),
      noneBut('responses other than success, 429 and 503', much.responses, 200, 201, 429, 503),
      slowest(much.responses, 3500),
      none('acknowledged writes lost', lost),
      none('duplicates', duplicates),
      atMost('back to normal after', normalAfter, 5000, 'ms'),
      none('processes that ended', after.filter((pid, index) => pid !== before[index]).length),
    ];
  },
};
