import { setTimeout as sleep } from 'node:timers/promises';
import { Builder } from '../build/build.ts';
import { listServices, roomOf } from '../build/service-files.ts';
import { migrate } from '../database/migrate.ts';
import { provision } from '../database/provision.ts';
import { Failure } from '../failure.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';
import { readSecrets } from './secrets.ts';
import { replicasOf, type Replica, serviceProcess, type ServiceSurroundings } from './services.ts';

/** A replica together with its process. */
export interface RunningReplica extends Replica {
  process: ProcessSpec;
}

/** A system that runs, as far as its services are concerned. */
export interface RunningServices {
  stateDir: string;
  surroundings: ServiceSurroundings;
  /** All that run; deployments exchange members. */
  running: RunningReplica[];
  /** Replicas of each service. */
  count: number;
  supervisor: Supervisor;
  progress: Progress;
  signal: AbortSignal;
  /** Has the gateway go on with these. @throws Failure when it refuses; then it goes on as it was */
  route: (replicas: Replica[]) => Promise<void>;
}

/** The gateway's former workers still pass on what they took before they were told to end. */
const FORMER_WORKERS_MS = 3000;

/**
 * Brings the present state of a service into a running system, be it new there or not: builds it, gives it its schema and
 * roles, migrates, starts replicas, has the gateway route to them, and ends the service's former replicas. No request fails
 * meanwhile; on a fault everything goes on as it was, but for migrations that have run.
 * @throws Failure with a sentence
 */
export async function deploy(name: string, system: RunningServices): Promise<void> {
  const { stateDir, progress, signal, supervisor, running, count, route } = system;
  const service = listServices().find((candidate) => candidate.name === name);
  if (!service) throw new Failure(`There is no svc-${name}/service.json.`);
  const { databaseUrl } = system.surroundings;
  const { roles } = readSecrets(stateDir);

  await new Builder(progress, signal).build([roomOf(service)], true);
  await progress.step(`Deploying ${roomOf(service)}`, async () => {
    await provision(databaseUrl, roles);
    await migrate(databaseUrl, roles, signal, { services: [service] });
    const replicas = (await replicasOf(count, [service])).map((replica): RunningReplica => ({
      ...replica,
      process: serviceProcess(replica, { ...system.surroundings, roles }),
    }));
    const processes = replicas.map(({ process }) => process);
    const former = running.filter((replica) => replica.service.name === name);
    const others = running.filter((replica) => replica.service.name !== name);
    try {
      await Promise.all(processes.map((process) => supervisor.start(process)));
      await route([...others, ...replicas]);
    } catch (error) {
      await supervisor.retire(processes);
      throw error;
    }
    running.splice(0, running.length, ...others, ...replicas);
    if (former.length > 0) await sleep(FORMER_WORKERS_MS);
    await supervisor.retire(former.map(({ process }) => process));
  });
}
