import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, MigrationExecutor, type MixedList, QueryFailedError, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { ConfigError, loadConfig } from './config.ts';

export type { MigrationInterface, QueryRunner } from 'typeorm';

type Constructor = new () => object;

const settings = z.object({
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  MIGRATION_WAIT_S: z.coerce.number().int().min(0).default(120),
});

/**
 * Milliseconds a statement of a migration waits for a lock. Whatever comes after it waits behind it, requests too, so it is
 * much shorter than what those wait themselves (database.ts).
 */
const LOCK_TIMEOUT_MS = 500;
/** Between two tries, for the requests that waited. */
const PAUSE_MS = 2000;
/** How often it is asked whether another step has ended. */
const TURN_EVERY_MS = 250;

/** SQLSTATEs of a lock that was not had in time, and of a deadlock. */
const BLOCKED = new Set(['55P03', '40P01']);

/** A lock could not be had for as long as the step may try; its message says what to do. */
export class MigrationsBlocked extends Error {
  override readonly name = 'MigrationsBlocked';
}

export interface MigrationStep {
  /** Of the schema's owner. */
  url: string;
  schema: string;
  migrations: MixedList<Constructor>;
  /** Seconds to go on trying while a lock is held by others. */
  waitS: number;
  /** Gets a line for each thing worth knowing. */
  say: (line: string) => void;
}

/**
 * Runs what is pending, one step at a time across replicas. Each migration is a transaction of its own, unless it says
 * `transaction = false`, as one must that builds an index with {@link createIndexConcurrently}. A migration that does not
 * get a lock at once lets go, and is tried again after a pause: requests never queue behind it for long.
 * @throws MigrationsBlocked when a lock is held for longer than `waitS`; the migrations before that one stay
 */
export async function applyMigrations({ url, schema, migrations, waitS, say }: MigrationStep): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations,
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
    const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
    await tryFor(waitS, () => dataSource.runMigrations(), schema, say);
    if (pending.length === 0) say(`${schema}: nothing to migrate`);
    for (const { name } of pending) say(`${schema}: ${name}`);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await turn.end();
  }
}

/**
 * Waits until no other step migrates the schema. It asks again and again, because a statement that waits has a snapshot,
 * for which the other step would wait when it builds an index concurrently.
 */
async function takeTurn(turn: pg.Client, schema: string, say: MigrationStep['say']): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await turn.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS "isMine"',
      [`migrate:${schema}`],
    );
    if (rows[0]?.isMine === true) return;
    if (isFirst) say(`${schema}: waiting for another step that migrates it`);
    await sleep(TURN_EVERY_MS);
  }
}

async function tryFor(
  waitS: number,
  run: () => Promise<unknown>,
  schema: string,
  say: MigrationStep['say'],
): Promise<void> {
  const deadline = Date.now() + waitS * 1000;
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error instanceof QueryFailedError) || !isBlocked(error)) throw error;
      const statement = error.query.trim().replace(/\s+/g, ' ').slice(0, 100);
      if (Date.now() + PAUSE_MS > deadline) {
        throw new MigrationsBlocked(
          `${schema}: no lock for "${statement}" within ${waitS} s: another transaction holds it, for example a backup. ` +
            'Nothing of this migration was done, and requests go on. Run the step again when that transaction has ended; ' +
            'pg_locks and pg_stat_activity name it.',
          { cause: error },
        );
      }
      say(`${schema}: no lock for "${statement}" yet; trying again in ${PAUSE_MS / 1000} s`);
      await sleep(PAUSE_MS);
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
 * else, so that it can run again. It waits for every transaction that is under way, a backup's too, and holds nobody up
 * meanwhile.
 * @param name without its schema, for example `ix_tickets_title`
 * @param definition what follows the name, for example `ON core.tickets (title)`
 */
export async function createIndexConcurrently(
  runner: QueryRunner,
  { schema, name, definition, isUnique = false }: IndexDefinition,
): Promise<void> {
  // Nobody queues behind it.
  await runner.query('SET lock_timeout = 0');
  try {
    // What an interrupted build leaves is invalid, and its name is taken.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`);
    await runner.query(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ${definition}`);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}

export interface IndexDefinition {
  schema: string;
  /** Without the schema, for example `ix_tickets_title`. */
  name: string;
  /** What follows the name, for example `ON core.tickets (title)`. */
  definition: string;
  isUnique?: boolean;
}

/**
 * The body of a service's one-shot migrate command: {@link applyMigrations} as the schema's owner
 * (`MIGRATION_DATABASE_URL`), for `MIGRATION_WAIT_S` seconds. What it cannot do it says on standard error, and exits with 1.
 */
export async function runMigrations(options: Pick<MigrationStep, 'schema' | 'migrations'>): Promise<void> {
  try {
    const { MIGRATION_DATABASE_URL: url, MIGRATION_WAIT_S: waitS } = loadConfig(settings);
    await applyMigrations({
      ...options,
      url,
      waitS,
      say: (line) => process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    if (!(error instanceof MigrationsBlocked) && !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
