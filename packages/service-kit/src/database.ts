import { Socket } from 'node:net';
import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { BaseConfig } from './config.ts';

type Constructor = new () => object;

/**
 * TypeORM's options for a service's run-time role. The limits make a lost, locked or overloaded database a 503 within
 * 3 s instead of a hang.
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
      connectionTimeoutMillis: 700,
      statement_timeout: 2000,
      lock_timeout: 1800,
      idle_in_transaction_session_timeout: 10_000,
      keepAlive: true,
      onConnect: giveUpWhenSilent,
    },
  };
}

/** Longer than a statement may take, so that a database that is there has answered by then. */
const SILENCE_LIMIT_MS = 2100;

/**
 * Ends a connection on which PostgreSQL owes an answer and says nothing. In place of pg's own `query_timeout`, whose
 * timer for each query keeps the query's rows alive long after it, for the garbage collector to copy.
 */
export function giveUpWhenSilent(client: pg.ClientBase): void {
  if (!(client instanceof pg.Client)) throw new TypeError('not a client of the pool');
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) throw new TypeError('not a connection over the network');
  stream.setTimeout(SILENCE_LIMIT_MS).on('timeout', () => {
    if (!isIdle(client)) stream.destroy(new Error('PostgreSQL does not answer'));
  });
}

const isIdle = (client: pg.Client): boolean => 'readyForQuery' in client && client.readyForQuery === true;

/** The pool under a data source, for hand-written prepared statements. */
export function poolOf(dataSource: DataSource): pg.Pool {
  const { driver } = dataSource;
  const pool: unknown = 'master' in driver ? driver.master : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error('the data source is not connected to PostgreSQL');
  return pool;
}
