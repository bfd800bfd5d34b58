import { required, serviceNames, startWholeSystem, TcpProxy, type WholeSystem } from '@mainstay/test-kit';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Caller, signIn } from './caller.ts';
import { MailServer } from '../notifications/mail-server.ts';
import { startS3 } from './s3-server.ts';

export const services = serviceNames.map((name) => `svc-${name}`);

/** The whole system with two replicas of each service, reached through nginx, and its backends through proxies. */
export interface Stage {
  system: WholeSystem;
  /** Where its files are, unless they are on S3. */
  storageDir: string;
  /** PostgreSQL itself, past the proxy, as superuser. */
  database: pg.Pool;
  /** Another database of that server, with all tables and no rows. */
  emptyDatabaseUrl: string;
  /** Redis itself, past the proxy. */
  redisUrl: string;
  postgresProxy: TcpProxy;
  redisProxy: TcpProxy;
  /** To S3; undefined when the files are on the disk. */
  storageProxy: TcpProxy | undefined;
  mailServer: MailServer;
  admin: Caller;
  manager: Caller;
  /** A store of the demo data. */
  locationId: string;
  /** The names of all replicas: `svc-core`, `svc-core-2`, … */
  replicas: string[];
  /** The pid of a replica, of `postgres` or of `redis`. */
  pidOf(name: string): Promise<number>;
  /** Resolves once the process that had `formerPid` has a successor that is ready. */
  untilBack(replica: string, formerPid: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param storage where the system keeps its files
 * @param emptyDatabaseUrl what {@link emptyCopy} made
 * @param settings of the system, besides the stage's
 */
export async function setStage(
  storage: 'disk' | 's3',
  emptyDatabaseUrl: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<Stage> {
  const databaseUrl = new URL(required('TEST_DATABASE_ADMIN_URL'));
  const redisUrl = new URL(required('TEST_REDIS_URL'));
  const database = new pg.Pool({ connectionString: databaseUrl.href, max: 4 });
  // It is killed, too.
  database.on('error', () => undefined);
  const postgresProxy = await TcpProxy.start(Number(databaseUrl.port));
  const redisProxy = await TcpProxy.start(Number(redisUrl.port));
  const s3 = storage === 's3' ? await startS3() : undefined;
  const mailServer = new MailServer();
  await mailServer.start();
  const system = await startWholeSystem({
    MAINSTAY_REPLICAS: '2',
    DATABASE_URL: at(databaseUrl, postgresProxy),
    REDIS_URL: at(redisUrl, redisProxy),
    SMTP_URL: mailServer.url,
    ...s3?.env,
    ...settings,
  });
  const record = await readJson<{ services: Record<string, string> }>(system.stateDir, 'system.json');
  const processesIn = (folder: string) =>
    readJson<{ name: string; pid: number }[]>(folder, 'processes.json').catch(() => []);
  const pidOf = async (name: string): Promise<number> => {
    for (;;) {
      const folders = [system.stateDir, required('TEST_STATE_DIR')];
      const known = (await Promise.all(folders.map(processesIn))).flat();
      const found = known.find((process) => process.name === name);
      if (found) return found.pid;
      await sleep(20);
    }
  };
  const admin = await signIn(system.url, 'admin@example.com');
  const { rows } = await database.query<{ id: string }>(
    'SELECT location_id AS id FROM core.manager_assignments JOIN auth.users u ON u.id = manager_id WHERE u.email = $1 LIMIT 1',
    ['manager@example.com'],
  );
  return {
    system,
    storageDir: join(system.stateDir, 'storage'),
    database,
    emptyDatabaseUrl,
    redisUrl: redisUrl.href,
    postgresProxy,
    redisProxy,
    storageProxy: s3?.proxy,
    mailServer,
    admin,
    pidOf,
    manager: await signIn(system.url, 'manager@example.com'),
    locationId: rows[0]?.id ?? '',
    replicas: Object.keys(record.services),
    async untilBack(replica, formerPid) {
      const url = `${record.services[replica] ?? ''}/health/ready`;
      for (;;) {
        await sleep(50);
        if ((await pidOf(replica)) === formerPid) continue;
        const isReady = await fetch(url, { signal: AbortSignal.timeout(2e3) }).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return;
      }
    },
    async stop() {
      await system.stop();
      await database.end();
      postgresProxy.stop();
      redisProxy.stop();
      s3?.stop();
      await mailServer.stop();
    },
  };
}

/** A copy of the migrated database, to be made before anything is in it; its connection URL. */
export async function emptyCopy(): Promise<string> {
  const databaseUrl = new URL(required('TEST_DATABASE_ADMIN_URL'));
  const [template, maintenance, copy] = [new URL(databaseUrl), new URL(databaseUrl), new URL(databaseUrl)];
  maintenance.pathname = '/postgres';
  copy.pathname = '/restored';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  await client.query(`CREATE DATABASE restored TEMPLATE ${pg.escapeIdentifier(template.pathname.slice(1))}`);
  await client.end();
  return copy.href;
}

function at(url: URL, proxy: TcpProxy): string {
  const address = new URL(url);
  address.port = String(proxy.port);
  return address.href;
}

const readJson = async <Content>(stateDir: string, name: string): Promise<Content> =>
  JSON.parse(await readFile(join(stateDir, 'run', name), 'utf8')) as Content;
