import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, type Fault, none, noneBut, slowest } from './fault.ts';
import type { Stage } from './stage.ts';
import { Traffic } from './traffic.ts';

const TIMES = 3;
/** Longest a request may take while PostgreSQL is unavailable, in milliseconds. */
const LONGEST_MS = 3000;

export const postgresKill: Fault = {
  title: 'PostgreSQL killed three times',
  async run(stage) {
    const before = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
    const traffic = new Traffic(stage);
    const firstWriteAfter: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      await sleep(1500);
      const pid = await stage.pidOf('postgres');
      process.kill(pid, 'SIGKILL');
      const backAt = await untilReady(stage, pid);
      const isLater = (moment: number) => moment > backAt;
      while (!traffic.acknowledgedAt.some(isLater)) await sleep(20);
      firstWriteAfter.push((traffic.acknowledgedAt.find(isLater) ?? Infinity) - backAt);
    }
    await traffic.stop();
    const after = await Promise.all(stage.replicas.map((replica) => stage.pidOf(replica)));
    const { lost, duplicates } = await traffic.verify();
    return [
      atLeast('writes acknowledged', traffic.acknowledgedCount, 100),
      none('acknowledged writes lost', lost),
      none('duplicates', duplicates),
      atMost('first write after its return, at most', Math.max(...firstWriteAfter), 2000, 'ms'),
      none('services restarted', after.filter((pid, index) => pid !== before[index]).length),
      noneBut('responses other than success and 503', traffic.responses, 200, 201, 503),
      slowest(traffic.responses, LONGEST_MS),
    ];
  },
};

async function untilReady(stage: Stage, formerPid: number): Promise<number> {
  while ((await stage.pidOf('postgres')) === formerPid) await sleep(20);
  for (;;) {
    try {
      await stage.database.query('SELECT 1');
      return performance.now();
    } catch {
      await sleep(20);
    }
  }
}
