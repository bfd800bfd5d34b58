import { Socket } from 'node:net';
import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { BaseConfig } from './config.ts';

type Constructor = new () => object;

const KEPT_CONNECTIONS = 4;

/**
 * TypeORM options for a service's run-time role. The limits turn a lost, locked or overloaded database into a 503
 * within 3 s, with the default of `DATABASE_WAIT_MS`.
 */
export function dataSourceOptions(
  config: BaseConfig,
  options: { name: string; schema: string; entities: Constructor[] },
): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    schema: options.schema,
    entities: options.entities,
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    applicationName: options.name,
    poolSize: config.DATABASE_POOL_SIZE,
    extra: {
      connectionTimeoutMillis: config.DATABASE_WAIT_MS,
      // Stay open, from the start: on a busy machine, a new one takes longer than requests wait.
      min: KEPT_CONNECTIONS,
      statement_timeout: 2000,
      lock_timeout: 1800,
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      onConnect: destroySilentConnections,
    },
  };
}

/** Longer than the statement timeout, so that a reachable database has responded by then. */
const SILENCE_LIMIT_MS = 2100;

/**
 * Destroys a connection on which PostgreSQL does not respond to a query. Replaces pg's own `query_timeout`, whose
 * timers keep the rows of finished queries in memory for the garbage collector to copy.
 */
function destroySilentConnections(client: pg.ClientBase): void {
  if (!(client instanceof pg.Client)) throw new TypeError('not a client of the pool');
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) throw new TypeError('not a network connection');
  stream.setTimeout(SILENCE_LIMIT_MS).on('timeout', () => {
    if (!isIdle(client)) stream.destroy(new Error('PostgreSQL does not respond'));
  });
}

const isIdle = (client: pg.Client): boolean => 'readyForQuery' in client && client.readyForQuery === true;

/** The pool under a data source, for hand-written prepared statements, with the connections that stay open. */
export async function openPool({ driver }: DataSource): Promise<pg.Pool> {
  const pool: unknown = 'master' in driver ? driver.master : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error('the data source is not connected to PostgreSQL');
  const count = Math.min(KEPT_CONNECTIONS, pool.options.max);
  const opened = await Promise.allSettled(Array.from({ length: count }, () => pool.connect()));
  // What fails here is opened by a request.
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  return pool;
}
