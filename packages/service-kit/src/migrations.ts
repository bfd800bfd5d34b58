import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  DataSource,
  MigrationExecutor,
  type MigrationInterface,
  QueryFailedError,
  type QueryRunner,
} from 'typeorm';
import { z } from 'zod';
import { type Baseline, OlderThanBaseline } from './baseline.ts';
import { loadConfig } from './config.ts';
import { errorText } from './logged-error.ts';

export type { MigrationInterface, QueryRunner } from 'typeorm';

type Constructor = new () => object;

const settings = z.object({
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  MIGRATION_WAIT_S: z.coerce.number().int().min(0).default(120),
});

/**
 * Milliseconds a migration's statement waits for a lock. Later statements queue behind it, those of requests too, so it
 * must be much shorter than their own timeout (database.ts).
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 2000;
/** Polling interval while another migration step is running. */
const TURN_EVERY_MS = 250;

/** SQLSTATEs of a lock timeout and of a deadlock. */
const BLOCKED = new Set(['55P03', '40P01']);

/** A lock was not available within the time limit of the step; the message says what to do. */
export class MigrationsBlocked extends Error {
  override readonly name = 'MigrationsBlocked';
}

interface MigrationStep {
  /** Connection URL of the schema's owner. */
  url: string;
  schema: string;
  /** The first migration. */
  baseline?: Baseline;
  migrations: readonly Constructor[];
  /** Seconds to keep retrying while a lock is held by others. */
  waitS: number;
  /** Pause between two attempts, so that waiting requests can proceed. */
  pauseMs?: number;
  /** Receives one line for each event. */
  say: (line: string) => void;
}

/**
 * Runs pending migrations, one step at a time across replicas. Each migration has its own transaction, unless it says
 * `transaction = false`, which {@link createIndexConcurrently} needs. A migration that does not get a lock quickly
 * releases all its locks and is retried after a pause, so that requests never queue behind it for long.
 * @throws MigrationsBlocked when a lock is held for longer than `waitS`; the migrations before that one are kept
 * @throws OlderThanBaseline when the database has migrations, but not the baseline; nothing is changed
 */
export async function applyMigrations(step: MigrationStep): Promise<void> {
  const { url, schema, baseline, migrations, say } = step;
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: [...(baseline ? [migrationOf(baseline)] : []), ...migrations],
    migrationsTransactionMode: 'each',
    installExtensions: false,
    synchronize: false,
    extra: { lock_timeout: LOCK_TIMEOUT_MS },
  });
  const turn = new pg.Client({ connectionString: url });
  await turn.connect();
  try {
    await takeTurn(turn, schema, say);
    await dataSource.initialize();
    const executor = new MigrationExecutor(dataSource);
    const pending = await executor.getPendingMigrations();
    if (baseline && pending.some(({ name }) => name === baseline.name)) {
      const executed = await executor.getExecutedMigrations();
      if (executed.length > 0) throw new OlderThanBaseline(schema, baseline);
    }
    await tryFor(step, () => dataSource.runMigrations());
    if (pending.length === 0) say(`${schema}: nothing to migrate`);
    for (const { name } of pending) say(`${schema}: ${name}`);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await turn.end();
  }
}

function migrationOf({ name, statements }: Baseline): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statements) await runner.query(statement);
    }

    down(): Promise<void> {
      return Promise.reject(new Error('Nothing is before a baseline.'));
    }
  };
}

/**
 * Waits until no other step migrates the schema. Polls, because a waiting statement has a snapshot, and the other step
 * would wait for that snapshot when it builds an index concurrently.
 */
async function takeTurn(turn: pg.Client, schema: string, say: MigrationStep['say']): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await turn.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS "isMine"',
      [`migrate:${schema}`],
    );
    if (rows[0]?.isMine === true) return;
    if (isFirst) say(`${schema}: waiting for another migration step`);
    await sleep(TURN_EVERY_MS);
  }
}

async function tryFor(
  { waitS, pauseMs = PAUSE_MS, schema, say }: MigrationStep,
  run: () => Promise<unknown>,
): Promise<void> {
  const deadline = Date.now() + waitS * 1000;
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error instanceof QueryFailedError) || !isBlocked(error)) throw error;
      const statement = error.query.trim().replace(/\s+/g, ' ').slice(0, 100);
      if (Date.now() + pauseMs > deadline) {
        throw new MigrationsBlocked(
          `${schema}: no lock for "${statement}" within ${waitS} s: another transaction holds it, for example a backup. ` +
            'This migration was not applied, and requests continue. Run the step again when that transaction has ended; ' +
            'pg_locks and pg_stat_activity show it.',
          { cause: error },
        );
      }
      say(`${schema}: no lock for "${statement}" yet; retrying in ${pauseMs / 1000} s`);
      await sleep(pauseMs);
    }
  }
}

const isBlocked = ({ driverError }: { driverError: unknown }): boolean =>
  driverError instanceof Error &&
  'code' in driverError &&
  typeof driverError.code === 'string' &&
  BLOCKED.has(driverError.code);

/**
 * Builds an index while the table is read and written. For a migration that says `transaction = false` and does nothing
 * else, so that it can be repeated. It waits for all running transactions, also those of a backup, and blocks nobody
 * meanwhile.
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  { schema, name, definition, isUnique = false }: IndexDefinition,
): Promise<void> {
  // No statement queues behind this one.
  await runner.query('SET lock_timeout = 0');
  try {
    // An interrupted build leaves an invalid index that occupies the name.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`);
    await runner.query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ${definition}`);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}

interface IndexDefinition {
  schema: string;
  /** Without the schema, for example `ix_tickets_title`. */
  name: string;
  /** What follows the name, for example `ON core.tickets (title)`. */
  definition: string;
  isUnique?: boolean;
}

/**
 * Main program of a service's migrate command: {@link applyMigrations} as the schema's owner
 * (`MIGRATION_DATABASE_URL`), for up to `MIGRATION_WAIT_S` seconds. Prints errors on standard error and exits with 1.
 */
export async function runMigrations(
  options: Pick<MigrationStep, 'schema' | 'baseline' | 'migrations'>,
): Promise<void> {
  try {
    const { MIGRATION_DATABASE_URL: url, MIGRATION_WAIT_S: waitS } = loadConfig(settings);
    await applyMigrations({
      ...options,
      url,
      waitS,
      say: (line) => process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    const isForOperators = error instanceof MigrationsBlocked || error instanceof OlderThanBaseline;
    process.stderr.write(`${isForOperators ? error.message : errorText(error)}\n`);
    process.exitCode = 1;
  }
}
