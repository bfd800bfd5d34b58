import { setTimeout as sleep } from 'node:timers/promises';
import { Builder } from '../build/build.ts';
import { folderOf, listServices, type Service } from '../build/service-files.ts';
import { migrate } from '../database/migrate.ts';
import { provision } from '../database/provision.ts';
import { Failure } from '../failure.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';
import { KeptBuilds } from './kept-builds.ts';
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
  const { stateDir, progress, signal, running } = system;
  const service = find(name);
  const folder = folderOf(service);
  const builds = new KeptBuilds(stateDir, folder);
  // What runs since the system was started is the build that is there now.
  const isFirst = builds.versions().length === 0 && running.some((replica) => replica.service.name === name);
  if (isFirst) builds.setCurrent(builds.keep());
  await new Builder(progress, signal).build([folder], true);
  const version = builds.keep();
  await progress.step(`Deploying ${folderOf(service)}`, async () => {
    const { databaseUrl } = system.surroundings;
    const { roles } = readSecrets(stateDir);
    await provision(databaseUrl, roles);
    await migrate(databaseUrl, roles, signal, { services: [service] });
    await exchange(service, builds.folderOf(version), system);
  });
  builds.setCurrent(version);
}

/**
 * Exchanges the replicas of a service for those of the build that ran before the present one. Migrations are not taken back.
 * @throws Failure with a sentence
 */
export async function rollBack(name: string, system: RunningServices): Promise<void> {
  const service = find(name);
  const builds = new KeptBuilds(system.stateDir, folderOf(service));
  const version = builds.previous();
  await system.progress.step(`Rolling ${folderOf(service)} back to ${version}`, () =>
    exchange(service, builds.folderOf(version), system),
  );
  builds.dropCurrent();
}

function find(name: string): Service {
  const service = listServices().find((candidate) => candidate.name === name);
  if (!service) throw new Failure(`There is no svc-${name}/service.json.`);
  return service;
}

/** Starts replicas of a build, has the gateway route to them, and ends the former ones. */
async function exchange(service: Service, folder: string, system: RunningServices): Promise<void> {
  const { stateDir, supervisor, running, count, route } = system;
  const { roles } = readSecrets(stateDir);
  const replicas = (await replicasOf(count, [service])).map((replica): RunningReplica => ({
    ...replica,
    process: { ...serviceProcess(replica, { ...system.surroundings, roles }), cwd: folder },
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
