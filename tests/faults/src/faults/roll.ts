import { atLeast, type Fault, none } from './fault.ts';
import { failed, Traffic } from './traffic.ts';

export const roll: Fault = {
  title: 'rolling restart of all services',
  async run(stage) {
    const traffic = new Traffic(stage);
    for (const replica of stage.replicas) {
      const pid = await stage.pidOf(replica);
      process.kill(pid, 'SIGTERM');
      await stage.untilBack(replica, pid);
    }
    await traffic.stop();
    const { lost, duplicates } = await traffic.verify();
    return [
      atLeast('processes restarted', stage.replicas.length, 6),
      atLeast('requests', traffic.responses.length, 200),
      none('failed requests', failed(traffic.reads, 200).length + failed(traffic.firstTries, 201).length),
      none('acknowledged writes lost', lost),
      none('duplicates', duplicates),
    ];
  },
};
