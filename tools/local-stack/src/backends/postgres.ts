import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createDatabase } from '../database/provision.ts';
import { Failure } from '../failure.ts';
import { freePort } from '../machine/free-port.ts';
import { run } from '../processes/run-command.ts';
import type { ProcessSpec } from '../processes/supervised-process.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import { giveToServer, type PostgresHome, preparePostgresHome } from './postgres-home.ts';

const SUPERUSER = 'postgres';
const MAJOR = '18';

export interface EmbeddedPostgres {
  /** URL of the superuser on a database. */
  adminUrl(database: string): string;
  process: ProcessSpec;
}

export interface BackendOptions {
  /** The state folder of its system. */
  stateDir: string;
  password: string;
  /** Its data may be lost with the machine's power. */
  isThrowAway: boolean;
  supervisor: Supervisor;
  signal: AbortSignal;
}

/**
 * Starts an embedded PostgreSQL with the database `mainstay`.
 * @returns the superuser's URL of that database
 */
export async function startPostgres(options: BackendOptions): Promise<string> {
  const home = preparePostgresHome(options.stateDir);
  const postgres = await embeddedPostgres({ ...options, home, port: await freePort() });
  await options.supervisor.start(postgres.process);
  await createDatabase(postgres.adminUrl('postgres'), 'mainstay');
  return postgres.adminUrl('mainstay');
}

/** Settings of a server whose data may be lost. */
const throwAwaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * The embedded PostgreSQL, its cluster created if there is none yet. It listens only on 127.0.0.1 and always asks for
 * a password (scram-sha-256).
 * @throws Failure when the cluster cannot be created or was written by another major version.
 */
export async function embeddedPostgres(options: {
  home: PostgresHome;
  port: number;
  password: string;
  isThrowAway: boolean;
  signal: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const { home, port, password, isThrowAway, signal } = options;
  const data = join(home.folder, 'data');
  if (!existsSync(data)) await createCluster(home, data, password, signal);
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== MAJOR) {
    throw new Failure(
      `${data} was written by PostgreSQL ${found} and this is ${MAJOR}: start with "npm run start -- --reset".`,
    );
  }
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Paths of sockets are limited to 107 bytes; all connections use TCP.
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without the rows that an error is about: names, contacts, addresses.
    log_error_verbosity: 'terse',
    ...(isThrowAway ? throwAwaySettings : {}),
  };
  const adminUrl = (database: string) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  return {
    adminUrl,
    process: {
      name: 'postgres',
      command: join(home.bin, 'postgres'),
      args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      cwd: home.folder,
      user: home.user,
      // "Fast shutdown" of the manual, section 18.5: open transactions end, clients are disconnected.
      stopSignal: 'SIGINT',
      tier: 0,
      isReady: () => takesQueries(adminUrl('postgres')),
      // Long enough to replay the log after a crash.
      readyWithinMs: 120_000,
      // The shared memory of a killed server is freed a moment later.
      attempts: 5,
    },
  };
}

async function createCluster(
  { bin, folder, user }: PostgresHome,
  data: string,
  password: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${data}.new`;
  const passwordFile = join(folder, 'password');
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveToServer(passwordFile);
  try {
    const access = ['-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--no-instructions'];
    // The same sorting and case rules on every machine, whatever locales it has.
    const locale = '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'.split(' ');
    const failure = 'PostgreSQL could not create its data folder.';
    const args = ['-D', unfinished, ...access, ...locale];
    await run(join(bin, 'initdb'), args, { cwd: folder, user, signal, failure });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, data);
}

/** Whether a query works at this URL now. */
export async function takesQueries(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
