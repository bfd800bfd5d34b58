import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { replicasOf } from './replicas.ts';

let backends: TestBackends;
let storeId: string;
const replicas = replicasOf(() => backends);

beforeEach(async () => {
  backends = await createTestBackends();
  const { rows } = await backends.admin.query<{ id: string }>(
    `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
     VALUES ('Store', '1 Main Street', 'Springfield', 'NY', '10001', 'S-1', 'America/New_York') RETURNING id`,
  );
  storeId = rows[0]?.id ?? '';
});
afterEach(async () => {
  replicas.killAll();
  await backends.close();
});

const count = async (condition: string): Promise<number> => {
  const { rows } = await backends.admin.query<{ count: number }>(
    `SELECT count(*)::int AS count ${condition}`,
  );
  return rows[0]?.count ?? 0;
};
const due = 'FROM core.recurring_tasks WHERE active AND next_occurrence <= now()';
async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await sleep(20);
  }
}
const addDue = (number: number) =>
  backends.admin.query(
    `INSERT INTO core.recurring_tasks (title, location_id, frequency, next_occurrence)
     SELECT 'Filters ' || n, $1, 'daily', now() - make_interval(days => n % 90, mins => 1)
     FROM generate_series(1, $2) n`,
    [storeId, number],
  );

it('creates one task for each of 1,000 due schedules, with two replicas of which one is killed', async () => {
  await addDue(1000);
  // A batch of 50 takes a quarter of a second, so that some are left when the replica is killed.
  await backends.admin.query(
    `CREATE FUNCTION core.take_time() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_sleep(0.005); RETURN NEW; END $$;
     CREATE TRIGGER take_time BEFORE INSERT ON core.tasks FOR EACH ROW EXECUTE FUNCTION core.take_time()`,
  );
  const victim = replicas.start();
  replicas.start();
  await until(async () => (await count('FROM core.tasks')) > 0);
  victim.kill('SIGKILL');
  expect(await count(due)).toBeGreaterThan(0);
  await until(async () => (await count(due)) === 0);

  expect(await count('FROM core.tasks')).toBe(1000);
  expect(await count('FROM (SELECT DISTINCT recurring_task_id FROM core.tasks) AS made')).toBe(1000);
  // Only the latest missed occurrence became a task; the next one is in the future.
  expect(await count("FROM core.tasks WHERE due_date > now() - interval '25 hours'")).toBe(1000);
  expect(await count('FROM core.tasks WHERE due_date = occurrence_at AND NOT completed')).toBe(1000);
  expect(
    await count(
      `FROM core.recurring_tasks WHERE next_occurrence BETWEEN now() AND now() + interval '25 hours'`,
    ),
  ).toBe(1000);
}, 60_000);

it('copies the task, ignores paused ones, and continues when the database is available again', async () => {
  await addDue(1);
  await backends.admin.query(
    `INSERT INTO core.recurring_tasks (title, location_id, frequency, next_occurrence, active)
     VALUES ('Paused', $1, 'daily', now() - interval '1 day', false)`,
    [storeId],
  );
  replicas.start();
  await until(async () => (await count('FROM core.tasks')) === 1);
  const { rows } = await backends.admin.query(
    `SELECT t.title, t.location_id, r.title AS "from" FROM core.tasks t
     JOIN core.recurring_tasks r ON r.id = t.recurring_task_id`,
  );
  expect(rows).toEqual([{ title: 'Filters 1', location_id: storeId, from: 'Filters 1' }]);

  const url = new URL(backends.urlFor('postgres'));
  const database = url.pathname.slice(1);
  url.pathname = '/postgres';
  const elsewhere = new pg.Client({ connectionString: url.href });
  await elsewhere.connect();
  try {
    await elsewhere.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await elsewhere.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = 'svc_core'`,
      [database],
    );
    await sleep(5000);
  } finally {
    await elsewhere.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await elsewhere.end();
  }
  await addDue(1);
  await until(async () => (await count('FROM core.tasks')) === 2);
}, 60_000);
