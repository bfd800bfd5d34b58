import {
  type Caller,
  required,
  serviceNames,
  signIn,
  startWholeSystem,
  targetOf,
  TcpProxy,
  type WholeSystem,
} from '@mainstay/test-kit';
import { join } from 'node:path';
import pg from 'pg';

export const services = serviceNames.map((name) => `svc-${name}`);

/** The whole system with two replicas of each service behind nginx, and PostgreSQL behind a proxy. */
export interface Setup {
  system: WholeSystem;
  /** Where its files are. */
  storageDir: string;
  /** PostgreSQL itself, not through the proxy, as superuser. */
  database: pg.Pool;
  /** Another database of that server, with all tables and no rows. */
  emptyDatabaseUrl: string;
  redisUrl: string;
  postgresProxy: TcpProxy;
  admin: Caller;
  manager: Caller;
  /** A store of the demo data, of that manager. */
  locationId: string;
  /** The names of all replicas: `svc-core`, `svc-core-2`, … */
  replicas: string[];
  stop(): Promise<void>;
}

/**
 * @param kind `direct` has no proxy, which runs in this process and would delay every query
 * @param emptyDatabaseUrl what {@link emptyCopy} made
 */
export async function startSetup(kind: 'disk' | 'direct', emptyDatabaseUrl: string): Promise<Setup> {
  const databaseUrl = new URL(required('TEST_DATABASE_ADMIN_URL'));
  const redisUrl = new URL(required('TEST_REDIS_URL'));
  const database = new pg.Pool({ connectionString: databaseUrl.href, max: 4 });
  // It is killed, too.
  database.on('error', () => undefined);
  const postgresProxy = await TcpProxy.start(Number(databaseUrl.port));
  const system = await startWholeSystem({
    MAINSTAY_REPLICAS: '2',
    ...(kind === 'direct'
      ? { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'collect-on-signal.ts')}` }
      : {
          DATABASE_URL: postgresProxy.through(databaseUrl),
        }),
  });
  const target = targetOf(system.url);
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
    admin: await signIn(target, 'admin@example.com'),
    manager: await signIn(target, 'manager@example.com'),
    locationId: rows[0]?.id ?? '',
    replicas: Object.keys(await system.replicas()),
    async stop() {
      await system.stop();
      await database.end();
      postgresProxy.stop();
    },
  };
}

/**
 * A copy of the migrated database, to be made before it has rows.
 * @returns its connection URL
 */
export async function emptyCopy(): Promise<string> {
  const databaseUrl = new URL(required('TEST_DATABASE_ADMIN_URL'));
  const [maintenance, copy] = [new URL(databaseUrl), new URL(databaseUrl)];
  maintenance.pathname = '/postgres';
  copy.pathname = '/restored';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  const template = pg.escapeIdentifier(databaseUrl.pathname.slice(1));
  await client.query(`CREATE DATABASE restored TEMPLATE ${template}`);
  await client.end();
  return copy.href;
}

/** The pids of all replicas. */
export const pidsOf = ({ replicas, system }: Setup): Promise<number[]> =>
  Promise.all(replicas.map((replica) => system.pidOf(replica)));
