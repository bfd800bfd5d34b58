import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../build/build.ts';
import { folderOf, listServices, type Service } from '../build/service-files.ts';
import { migrate } from '../database/migrate.ts';
import { provision } from '../database/provision.ts';
import { Failure } from '../failure.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';
import { readSecrets } from './secrets.ts';
import { replicasOf, type Replica, serviceProcess, type ServiceSurroundings } from './services.ts';

/** A replica together with its process. */
interface RunningReplica extends Replica {
  process: ProcessSpec;
}

/** The services of a running system. */
export interface RunningServices {
  stateDir: string;
  surroundings: ServiceSurroundings;
  /** All running replicas; a deployment replaces some of them. */
  running: RunningReplica[];
  /** Replicas of each service. */
  count: number;
  supervisor: Supervisor;
  progress: Progress;
  signal: AbortSignal;
  /**
   * Routes the gateway to these.
   * @throws Failure when it refuses; its configuration is then unchanged
   */
  route: (replicas: Replica[]) => Promise<void>;
}

/** The gateway's old workers still complete the requests they accepted. */
const FORMER_WORKERS_MS = 3000;

/**
 * Deploys the current state of a service into a running system, whether it is new there or not: builds it, creates its
 * schema and roles, migrates, starts replicas, routes the gateway to them, and stops the old replicas. No request fails
 * meanwhile; after an error the system is unchanged, except for migrations that have run.
 * @throws Failure with a message
 */
export async function deploy(name: string, system: RunningServices): Promise<void> {
  const { stateDir, progress, signal } = system;
  const service = listServices().find((candidate) => candidate.name === name);
  if (!service) throw new Failure(`There is no svc-${name}/service.json.`);
  await build(progress, signal, [folderOf(service)]);
  await progress.step(`Deploying ${folderOf(service)}`, async () => {
    const { databaseUrl } = system.surroundings;
    const { roles } = readSecrets(stateDir);
    await provision(databaseUrl, roles);
    await migrate(databaseUrl, roles, signal, [service]);
    await exchange(service, system);
  });
}

/** Starts replicas of the build, routes the gateway to them, and stops the old ones. */
async function exchange(service: Service, system: RunningServices): Promise<void> {
  const { stateDir, supervisor, running, count, route } = system;
  const { roles } = readSecrets(stateDir);
  const replicas = (await replicasOf(count, [service])).map((replica): RunningReplica => ({
    ...replica,
    process: serviceProcess(replica, { ...system.surroundings, roles }),
  }));
  const processes = replicas.map(({ process }) => process);
  const former = running.filter((replica) => replica.service.name === service.name);
  const others = running.filter((replica) => replica.service.name !== service.name);
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
}
