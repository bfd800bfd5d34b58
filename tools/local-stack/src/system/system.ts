import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../backends/debian-package.ts';
import { obtainNginx } from '../backends/nginx.ts';
import { startPostgres } from '../backends/postgres.ts';
import { removePostgresData } from '../backends/postgres-home.ts';
import { respondsToPing, startRedis } from '../backends/redis.ts';
import { build } from '../build/build.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import { addChain } from '../chain/chain.ts';
import { checkDatabase, dropSchemas, provision } from '../database/provision.ts';
import { migrate } from '../database/migrate.ts';
import { addDemoData, type DemoData } from '../demo-data/demo-data.ts';
import { Failure } from '../failure.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';
import { openControl } from './control.ts';
import { deploy, type RunningServices } from './deployment.ts';
import { frontEnds, gatewayProcess, publish, registryDir, renderGateway } from './gateway.ts';
import { readSecrets } from './secrets.ts';
import { type Replica, replicasOf, serviceProcess } from './services.ts';
import { writeSystemRecord } from './system-record.ts';

/** The options of one system. */
export interface SystemOptions {
  /** The folder of all its state. */
  stateDir: string;
  /** The gateway's port on 127.0.0.1. */
  port: number;
  /** The origin that browsers see. */
  publicUrl: string;
  /** Real servers instead of embedded ones. */
  databaseUrl?: string | undefined;
  redisUrl?: string | undefined;
  /** The Redis to run when there is no `redisUrl`. */
  redisProgram?: Program | undefined;
  /** Whether an empty system gets demo data, whose passwords are public; yes if absent. */
  hasDemoData?: boolean;
  /** The stores of a chain to add to the demo data; none when absent. */
  stores?: number | undefined;
  /** Processes of each service; one when absent. */
  replicas?: number;
  /** The checkout whose built services run on this one's database; this one when absent. */
  servicesOf?: string;
  /** Settings of all services besides those of the user's environment, or instead of them. */
  settings?: NodeJS.ProcessEnv;
  /** The data may be lost with the machine's power. */
  isThrowAway: boolean;
  supervisor: Supervisor;
  progress: Progress;
  signal: AbortSignal;
}

/**
 * Starts a whole system: backends, migrations, services, gateway, and demo data where there was nothing. Resolves once
 * the gateway serves the sign-in page and the services respond.
 * @returns whether it has the demo data
 */
export async function startSystem(options: SystemOptions): Promise<DemoData> {
  const { stateDir, progress, supervisor, signal, publicUrl, port, replicas: count = 1 } = options;
  const secrets = readSecrets(stateDir);
  const replicas = await replicasOf(count);
  const storageDir = storageDirOf(stateDir);
  mkdirSync(storageDir, { recursive: true, mode: 0o700 });

  const databaseReady = startDatabase(options, secrets.postgres).then(async (databaseUrl) => {
    await provision(databaseUrl, secrets.roles);
    return databaseUrl;
  });
  const redisReady = redisOf(options, secrets.redis);
  // Before the front ends, because migrations and the start of the services take longest.
  const servicesBuilt = build(progress, signal, listServices().map(folderOf));
  const servicesReady = servicesBuilt.then(async () => {
    const databaseUrl = await databaseReady;
    await progress.step('Migrating the database', () => migrate(databaseUrl, secrets.roles, signal));
    const surroundings = {
      databaseUrl,
      roles: secrets.roles,
      redisUrl: await redisReady,
      publicUrl,
      secrets,
      storageDir,
      mailDir: join(stateDir, 'mail'),
      registryDir: registryDir(stateDir),
      checkout: options.servicesOf,
      settings: options.settings,
    };
    return { surroundings, ...(await startServices(options, replicas, surroundings)) };
  });
  const webReady = servicesBuilt.then(async () => {
    await build(progress, signal, [...frontEnds().values()]);
    await progress.step('Publishing the front ends', () => publish(stateDir, signal));
  });

  // Waits for all of them, so that the first failure ends the start.
  const [{ demoData, surroundings, running }, nginx] = await Promise.all([
    servicesReady,
    obtainNginx(progress, signal),
    webReady,
    databaseReady,
    redisReady,
  ]);
  const gateway = { nginx, stateDir, storageDir, port, publicUrl, signal };
  await progress.step('Starting the gateway', async () => {
    await renderGateway(gateway, running);
    await supervisor.start(gatewayProcess(gateway));
  });
  const route = (wanted: Replica[]) => renderGateway(gateway, wanted, true);
  await takeOrders({ stateDir, surroundings, running, count, supervisor, progress, signal, route });
  return demoData;
}

/** Starts the services, and adds demo data through them where it is wanted. */
async function startServices(
  { stateDir, publicUrl, hasDemoData = true, stores, progress, supervisor }: SystemOptions,
  replicas: Replica[],
  surroundings: RunningServices['surroundings'],
): Promise<Pick<RunningServices, 'running'> & { demoData: DemoData }> {
  const running = replicas.map((replica) => ({
    ...replica,
    process: serviceProcess(replica, surroundings),
  }));
  await progress.step('Starting the services', () =>
    Promise.all(running.map((replica) => supervisor.start(replica.process))),
  );
  const urlOf = (name: string) =>
    `http://${replicas.find(({ service }) => service.name === name)?.address ?? ''}`;
  const demoData = await addDemoData({
    databaseUrl: surroundings.databaseUrl,
    stateDir,
    publicUrl,
    progress,
    isWanted: hasDemoData,
    authUrl: urlOf('auth'),
    coreUrl: urlOf('core'),
    attachmentsUrl: urlOf('attachments'),
  });
  if (stores !== undefined) await addChain(surroundings.databaseUrl, stores, progress);
  return { running, demoData };
}

/** Accepts commands that deploy services, and records its address and the running replicas. */
async function takeOrders(services: RunningServices): Promise<void> {
  const { stateDir, surroundings, running, signal } = services;
  const { databaseUrl, redisUrl, storageDir } = surroundings;
  const control = await openControl((name) => deploy(name, services).then(record), signal);
  function record(): void {
    const addresses = Object.fromEntries(running.map(({ name, address }) => [name, `http://${address}`]));
    writeSystemRecord(stateDir, { databaseUrl, redisUrl, storageDir, control, services: addresses });
  }
  record();
}

/**
 * The database at `databaseUrl`, or the embedded server, started.
 * @returns its administrator's URL
 */
export async function startDatabase(
  options: Pick<
    SystemOptions,
    'databaseUrl' | 'stateDir' | 'isThrowAway' | 'supervisor' | 'progress' | 'signal'
  >,
  password: string,
): Promise<string> {
  const { databaseUrl, progress } = options;
  if (databaseUrl !== undefined) {
    await progress.step('Reaching PostgreSQL at DATABASE_URL', () => checkDatabase(databaseUrl));
    return databaseUrl;
  }
  return progress.step('Starting PostgreSQL', () => startPostgres({ ...options, password }));
}

export const storageDirOf = (stateDir: string): string => join(stateDir, 'storage');

async function redisOf(options: SystemOptions, password: string): Promise<string> {
  const { redisUrl, redisProgram: program, progress } = options;
  if (program) return progress.step('Starting Redis', () => startRedis({ ...options, program, password }));
  // Asked once: this process may be busy with its own start.
  if (redisUrl !== undefined && (await respondsToPing(redisUrl, 20_000))) return redisUrl;
  throw new Failure('The Redis at REDIS_URL does not respond.');
}

/** Deletes all rows of a stopped system, in an embedded or an external database. */
export async function wipeDatabase(stateDir: string, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) {
    removePostgresData(stateDir);
    return;
  }
  await checkDatabase(databaseUrl);
  await dropSchemas(databaseUrl);
}
