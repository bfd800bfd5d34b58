import { atLeast, type Fault, none } from './fault.ts';
import { failed, Traffic } from './traffic.ts';

export const kill: Fault = {
  title: 'kill -9 of each service in turn, two replicas',
  async run(stage) {
    const traffic = new Traffic(stage);
    for (const replica of stage.replicas) {
      const pid = await stage.pidOf(replica);
      process.kill(pid, 'SIGKILL');
      await stage.untilBack(replica, pid);
    }
    await traffic.stop();
    const { lost, duplicates } = await traffic.verify();
    return [
      atLeast('processes killed', stage.replicas.length, 6),
      atLeast('writes acknowledged', traffic.acknowledgedCount, 100),
      none('acknowledged writes lost', lost),
      none('duplicates', duplicates),
      atLeast('reads', traffic.reads.length, 100),
      none('failed reads', failed(traffic.reads, 200).length),
    ];
  },
};
