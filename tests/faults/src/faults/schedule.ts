import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { atLeast, atMost, type Fault, none } from './fault.ts';

/** Due at 09:00 of the shop, for the first time at most so many days ago: both changes of the clock are in between. */
const DAILY = 1000;
const DAYS_DOWN = 400;
/** Due on the 31st of a month at least 90 days ago. */
const MONTHLY = 50;
const GIVE_UP_MS = 40_000;

/** One clock that goes ahead in March and one that does in October. */
const TIMEZONES = ['America/New_York', 'Australia/Sydney'];

export const schedule: Fault = {
  title: '1,050 recurring tasks due after a long stop, a replica killed meanwhile',
  async run(stage) {
    const { database } = stage;
    const run = randomUUID().slice(0, 8);
    await database.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT 'Fault ' || zone, '1 Main Street', 'Springfield', 'NY', '10001', $1 || ':' || zone, zone FROM unnest($2::text[]) zone`,
      [run, TIMEZONES],
    );
    try {
      const victim = await stage.pidOf('svc-core');
      const begunAt = performance.now();
      await insertDue(database, run);
      const count = async (what: string): Promise<number> => {
        const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int AS count ${what}`, [
          run,
        ]);
        return rows[0]?.count ?? NaN;
      };
      const late = () => performance.now() - begunAt > GIVE_UP_MS;
      while ((await count(made)) === 0 && !late()) await sleep(5);
      process.kill(victim, 'SIGKILL');
      const dueThen = await count(due);
      while ((await count(due)) > 0 && !late()) await sleep(50);
      const doneAfter = performance.now() - begunAt;
      await stage.untilBack('svc-core', victim);
      return [
        atLeast('due when one replica was killed', dueThen, 1),
        atMost('all done after', doneAfter, GIVE_UP_MS, 'ms'),
        none('occurrences without a task', await count(`${recurring} WHERE NOT EXISTS (${taskOf})`)),
        none('occurrences with more than one', (await count(made)) - DAILY - MONTHLY),
        none(
          'daily ones at a wrong time',
          await count(`${withTask} AND r.frequency = 'daily' AND NOT (${isRightDaily})`),
        ),
        none(
          'monthly ones on a wrong day',
          await count(`${withTask} AND r.frequency = 'monthly' AND NOT (${isRightMonthly})`),
        ),
      ];
    } finally {
      await database.query(`DELETE FROM core.locations WHERE starts_with(store_number, $1)`, [run]);
    }
  },
};

/** All at once, as after a stop. */
async function insertDue(database: pg.Pool, run: string): Promise<void> {
  await database.query(
    `WITH shops AS (
       SELECT id, timezone, (now() AT TIME ZONE timezone)::date AS today FROM core.locations WHERE starts_with(store_number, $1)),
     first_days AS (
       SELECT shops.*, 'daily' AS frequency, today - 1 - n % $3::int AS day
       FROM generate_series(1, $2::int / 2) n, shops
       UNION ALL
       SELECT shops.*, 'monthly', (
         SELECT max(day)::date FROM generate_series(today - 200, today - 90, interval '1 day') day WHERE extract(day FROM day) = 31)
       FROM generate_series(1, $4::int / 2), shops)
     INSERT INTO core.recurring_tasks (title, location_id, frequency, next_occurrence)
     SELECT 'Clean the filters', id, frequency, (day + time '09:00') AT TIME ZONE timezone FROM first_days`,
    [run, DAILY, DAYS_DOWN, MONTHLY],
  );
}

// What is right is asked of PostgreSQL's own calendar, not of the services'.
const recurring = `FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id AND starts_with(l.store_number, $1)`;
const due = `${recurring} WHERE r.next_occurrence <= now()`;
const taskOf = `SELECT FROM core.tasks t WHERE t.recurring_task_id = r.id`;
const made = `FROM core.tasks t JOIN core.locations l ON l.id = t.location_id AND starts_with(l.store_number, $1)`;
const withTask = `${recurring} JOIN core.tasks t ON t.recurring_task_id = r.id WHERE true`;
const isAtNine = (moment: string) => `(${moment} AT TIME ZONE l.timezone)::time = '09:00'`;
const isLastOfMonth = (moment: string) =>
  `extract(day FROM (${moment} AT TIME ZONE l.timezone)::date + 1) = 1`;
/** The day after a moment, or the month after it, on the shop's clock. */
const isLatest = (period: string) =>
  `t.due_date <= now() AND r.next_occurrence > now() AND
   (r.next_occurrence AT TIME ZONE l.timezone)::date - (t.due_date AT TIME ZONE l.timezone)::date BETWEEN ${period}`;
const isRightDaily = `${isAtNine('t.due_date')} AND ${isAtNine('r.next_occurrence')} AND ${isLatest('1 AND 1')}`;
const isRightMonthly = `${isAtNine('t.due_date')} AND ${isAtNine('r.next_occurrence')} AND ${isLastOfMonth('t.due_date')}
  AND ${isLastOfMonth('r.next_occurrence')} AND ${isLatest('28 AND 31')}`;
