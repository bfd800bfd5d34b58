import { afterEach, describe, expect, it } from '@jest/globals';
import {
  applyMigrations,
  type Baseline,
  createIndexConcurrently,
  type MigrationInterface,
  MigrationsBlocked,
  OlderThanBaseline,
  type QueryRunner,
} from '@mainstay/service-kit';
import type pg from 'pg';
import { baseline } from '../src/database/migrations/baseline.ts';
import { useAuth } from './auth-service.ts';

const auth = useAuth();

/** A migration with its own name. */
function migration(
  name: string,
  up: (runner: QueryRunner) => Promise<unknown>,
  isTransactional = true,
): new () => MigrationInterface {
  return class implements MigrationInterface {
    name = name;
    transaction = isTransactional;
    async up(runner: QueryRunner): Promise<void> {
      await up(runner);
    }
    down(): Promise<void> {
      return Promise.reject(new Error('not tried'));
    }
  };
}

const addColumn = (name: string, column: string, table = 'users') =>
  migration(name, (runner) => runner.query(`ALTER TABLE auth.${table} ADD COLUMN ${column} text`));

function migrate(migrations: (new () => MigrationInterface)[], waitS: number, from?: Baseline) {
  const lines: string[] = [];
  const url = auth.backends.urlFor('auth_owner');
  const say = (line: string) => lines.push(line);
  const done = applyMigrations({
    url,
    schema: 'auth',
    ...(from && { baseline: from }),
    migrations,
    waitS,
    pauseMs: 300,
    say,
  });
  return { lines, done };
}

/** Connections that hold locks; closed after each test. */
const holders = new Set<pg.PoolClient>();
afterEach(() => {
  for (const holder of holders) holder.release(true);
  holders.clear();
});

/** Holds the locks of a statement until the returned function is called. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const holder = await auth.backends.admin.connect();
  holders.add(holder);
  await holder.query(`BEGIN; ${statement}`);
  return async () => {
    await holder.query('COMMIT');
  };
}

/** Sends requests one after the other: their statuses, and the milliseconds of the slowest. */
async function callFor(ms: number, call: () => PromiseLike<{ status: number }>) {
  const statuses = new Set<number>();
  let slowest = 0;
  let count = 0;
  for (const end = Date.now() + ms; Date.now() < end; count += 1) {
    const begun = performance.now();
    statuses.add((await call()).status);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  return { statuses: [...statuses], slowest, count };
}

const readUser = () => auth.as(auth.admin).get('/api/user');
const changeUser = () =>
  auth.send('patch', `/api/users/${auth.manager.userId}`, { lastName: String(performance.now()) });

async function columnsOf(table: string): Promise<string[]> {
  const sql = `SELECT column_name AS name FROM information_schema.columns
               WHERE table_schema = 'auth' AND table_name = $1`;
  return (await auth.rows<{ name: string }>(sql, [table])).map(({ name }) => name);
}

it('an ALTER behind a long backup lets requests pass, and succeeds once the backup has ended', async () => {
  const release = await hold('SELECT FROM auth.users');
  const { done, lines } = migrate([addColumn('Patient1800000000000', 'patient')], 60);
  const { statuses, slowest, count } = await callFor(1200, readUser);
  expect(statuses).toEqual([200]);
  // The lock timeout with a margin for a busy machine; behind a waiting ALTER it would be a 503 after 1800 ms.
  expect(slowest).toBeLessThan(1500);
  expect(count).toBeGreaterThan(10);
  expect(lines).toContainEqual(
    expect.stringMatching(/^auth: no lock for "ALTER TABLE auth\.users .+ retrying in 0\.3 s$/),
  );
  expect(await columnsOf('users')).not.toContain('patient');
  await release();
  await done;
  expect(await columnsOf('users')).toContain('patient');
  expect(lines.at(-1)).toBe('auth: Patient1800000000000');
}, 30_000);

it('fails with a clear message when the lock is never released; earlier migrations are kept and not repeated', async () => {
  const release = await hold('SELECT FROM auth.users');
  const migrations = [
    addColumn('Before1800000001000', 'before', 'tokens'),
    addColumn('Never1800000002000', 'never'),
  ];
  const failure = migrate(migrations, 1).done;
  await expect(failure).rejects.toThrow(MigrationsBlocked);
  await expect(failure).rejects.toThrow(
    /no lock for "ALTER TABLE auth\.users ADD COLUMN never text" within 1 s: another transaction holds it.*Run the step again/,
  );
  expect(await columnsOf('tokens')).toContain('before');
  expect(await columnsOf('users')).not.toContain('never');
  await release();
  const again = migrate(migrations, 1);
  await again.done;
  expect(again.lines).toEqual(['auth: Never1800000002000']);
  expect(await columnsOf('users')).toContain('never');
}, 30_000);

const indexOnNames = (name: string) =>
  migration(
    name,
    (runner) =>
      createIndexConcurrently(runner, {
        schema: 'auth',
        name: 'ix_users_last_name',
        definition: 'ON auth.users (last_name)',
      }),
    false,
  );

it('builds an index while the table is written, and rebuilds one that an interrupted build left invalid', async () => {
  await auth.rows('CREATE INDEX ix_users_last_name ON auth.users (last_name)');
  const ofIndex = "WHERE indexrelid = 'auth.ix_users_last_name'::regclass";
  await auth.rows(`UPDATE pg_index SET indisvalid = false ${ofIndex}`);
  // The build waits for transactions that wrote before it started.
  const release = await hold(`UPDATE auth.users SET first_name = 'X' WHERE id = '${auth.admin.userId}'`);
  const { done } = migrate([indexOnNames('Index1800000003000')], 3);
  const { statuses, slowest } = await callFor(700, changeUser);
  expect(statuses).toEqual([200]);
  expect(slowest).toBeLessThan(1500);
  await release();
  await done;
  expect(await auth.rows(`SELECT indisvalid FROM pg_index ${ofIndex}`)).toEqual([{ indisvalid: true }]);
}, 30_000);

it('two concurrent steps that build an index do not wait for each other forever', async () => {
  const steps = [
    migrate([indexOnNames('Twice1800000004000')], 30),
    migrate([indexOnNames('Twice1800000004000')], 30),
  ];
  // Jest's time ends the test if they wait for each other.
  await Promise.all(steps.map(({ done }) => done));
  const said = steps.flatMap(({ lines }) => lines);
  expect(said.filter((line) => line === 'auth: Twice1800000004000')).toHaveLength(1);
  expect(said).toContain('auth: nothing to migrate');
}, 30_000);

describe('a baseline', () => {
  it('is executed already where the release was, and later migrations follow', async () => {
    // As the release left the table: its last migration, after one that the baseline replaces.
    await auth.rows(
      `INSERT INTO auth.migrations (timestamp, name) VALUES (1763700000000, 'CreateUsers1763700000000')`,
    );
    const { done, lines } = migrate([addColumn('Later1800000005000', 'later')], 1, baseline);
    await done;
    expect(lines).toEqual(['auth: Later1800000005000']);
  });

  it('refuses a database older than its release, says which release comes first, and changes nothing', async () => {
    await auth.rows('DELETE FROM auth.migrations WHERE name = $1', [baseline.name]);
    const before = await auth.rows('SELECT * FROM auth.migrations');
    const { done, lines } = migrate([addColumn('Never1800000006000', 'older')], 1, baseline);
    await expect(done).rejects.toThrow(OlderThanBaseline);
    await expect(done).rejects.toThrow(/^auth: upgrade to release 888570047f3e first: /);
    expect(lines).toEqual([]);
    expect(await columnsOf('users')).not.toContain('older');
    expect(await auth.rows('SELECT * FROM auth.migrations')).toEqual(before);
  });
});
