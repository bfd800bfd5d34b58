import { describe, expect, it } from '@jest/globals';
import { Scheduler } from '../src/recurring-tasks/scheduler.ts';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

const runUntil = (isSo: () => Promise<boolean>, apps = [core.app]) => core.runUntil([Scheduler], isSo, apps);

it('creates one task for the latest missed occurrence of each due schedule, also with two replicas', async () => {
  const replica = await core.startReplica();
  // More than two batches.
  await core.query(
    `INSERT INTO core.recurring_tasks (title, location_id, frequency, next_occurrence)
     SELECT 'Filters ' || n, $1, 'daily', now() - make_interval(days => n % 90, mins => 1) FROM generate_series(1, 120) n`,
    [core.storeA],
  );
  await core.insert('recurring_tasks', {
    title: 'Paused',
    next_occurrence: '2026-01-01T00:00:00Z',
    active: false,
  });
  const due = 'core.recurring_tasks WHERE active AND next_occurrence <= now()';
  await runUntil(async () => (await core.count(due)) === 0, [core.app, replica]);
  expect(
    await core.query(
      `SELECT count(*)::int AS tasks, count(DISTINCT r.id)::int AS schedules,
         bool_and(t.title = r.title AND t.location_id = r.location_id AND t.due_date = t.occurrence_at AND NOT t.completed
           AND t.due_date BETWEEN now() - interval '25 hours' AND now()
           AND r.next_occurrence BETWEEN now() AND now() + interval '25 hours') AS "areRight"
       FROM core.tasks t JOIN core.recurring_tasks r ON r.id = t.recurring_task_id`,
    ),
  ).toEqual([{ tasks: 120, schedules: 120, areRight: true }]);
});

it('an inactive store gets no tasks, and none for what it missed when it is active again', async () => {
  const store = await core.createStore('Closed for repairs');
  const id = await core.insert('recurring_tasks', {
    location_id: store,
    next_occurrence: new Date(Date.now() - 60_000),
  });
  const setStatus = (status: string) => core.as(core.admin).patch(`/api/locations/${store}`).send({ status });
  await setStatus('inactive');
  const open = await core.insert('recurring_tasks', { next_occurrence: new Date(Date.now() - 60_000) });
  const tasksOf = (task: string) => core.count('core.tasks WHERE recurring_task_id = $1', task);
  await runUntil(async () => (await tasksOf(open)) === 1);
  expect([await tasksOf(open), await tasksOf(id)]).toEqual([1, 0]);
  expect((await setStatus('active')).status).toBe(200);
  expect(await core.count('core.recurring_tasks WHERE id = $1 AND next_occurrence > now()', id)).toBe(1);
  expect(await tasksOf(id)).toBe(0);
});

it('a task is assigned only to somebody who is active and has the store', async () => {
  const [gone, elsewhere, here] = [core.deactivated, core.managerB, core.managerA];
  const ids: string[] = [];
  for (const { userId } of [gone, elsewhere, here])
    ids.push(
      await core.insert('recurring_tasks', {
        assigned_to: userId,
        next_occurrence: new Date(Date.now() - 60_000),
      }),
    );
  await runUntil(async () => (await core.count('core.tasks WHERE recurring_task_id = ANY($1)', ids)) === 3);
  const rows = await core.query<{ to: string | null }>(
    'SELECT t.assigned_to AS to FROM core.tasks t JOIN unnest($1::uuid[]) WITH ORDINALITY i (id, n) ON i.id = t.recurring_task_id ORDER BY n',
    [ids],
  );
  expect(rows.map(({ to }) => to)).toEqual([null, null, here.userId]);
});

describe('a store whose time zone changes', () => {
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
  /** A store, and a schedule there that was due a minute ago. */
  const createDue = async (timezone: string, frequency = 'daily') => {
    const store = await core.createStore('Far', { timezone });
    const next_occurrence = new Date(Date.now() - 60_000);
    return {
      store,
      id: await core.insert('recurring_tasks', { location_id: store, frequency, next_occurrence }),
    };
  };
  const tasksOf = (id: string) => core.count('core.tasks WHERE recurring_task_id = $1', id);
  const isDone = async () =>
    (await core.count('core.recurring_tasks WHERE active AND next_occurrence <= now()')) === 0;
  /** The days of the tasks as they read when they were made, and that of the next one. */
  const daysOf = async (id: string, zones: readonly string[]) => {
    const [row] = await core.query<{ made: string[]; next: string }>(
      `SELECT to_char(r.next_occurrence AT TIME ZONE l.timezone, 'YYYY-MM-DD') AS next,
         ARRAY(SELECT to_char(t.occurrence_at AT TIME ZONE z.zone, 'YYYY-MM-DD')
           FROM unnest($2::text[]) WITH ORDINALITY z (zone, n)
             JOIN (SELECT occurrence_at, row_number() OVER (ORDER BY created_at, occurrence_at) AS n FROM core.tasks
               WHERE recurring_task_id = $1) t USING (n) ORDER BY n) AS made
       FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id WHERE r.id = $1`,
      [id, zones],
    );
    return [...(row?.made ?? []), row?.next ?? ''];
  };

  it.each([
    ['daily', east, west],
    ['weekly', east, west],
    ['monthly', east, west],
    ['daily', west, east],
    ['weekly', west, east],
    ['monthly', west, east],
  ])('makes no day twice: %s, from %s to %s, also after a restore', async (frequency, from, to) => {
    const { store, id } = await createDue(from, frequency);
    await runUntil(isDone);
    await core.send('patch', `/api/locations/${store}`, { timezone: to });
    await runUntil(isDone);
    for (const call of ['archive', 'restore']) await core.send('post', `/api/locations/${store}/${call}`, {});
    await runUntil(isDone);
    // To the east the next day has begun; it has its own task.
    const zones = frequency === 'daily' && to === east ? [from, to] : [from];
    expect(await tasksOf(id)).toBe(zones.length);
    const days = await daysOf(id, zones);
    expect(days).toEqual([...new Set(days)].toSorted());
  });

  it('has its tasks by the new one, while and after it is stored', async () => {
    const { store, id } = await createDue(east);
    const client = await core.backends.admin.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE core.locations SET timezone = $2 WHERE id = $1', [store, west]);
      const other = await createDue(east);
      await runUntil(async () => (await tasksOf(other.id)) === 1);
      expect(await tasksOf(id)).toBe(0);
    } finally {
      await client.query('COMMIT');
      client.release();
    }
    await runUntil(isDone);
    expect(await tasksOf(id)).toBe(1);
  });

  it('has a second task of a day where somebody sets the time to it', async () => {
    const { id } = await createDue(east);
    await runUntil(isDone);
    const nextOccurrence = new Date(Date.now() - 30_000).toISOString();
    expect((await core.send('patch', `/api/recurring-tasks/${id}`, { nextOccurrence })).status).toBe(200);
    await runUntil(isDone);
    expect(await tasksOf(id)).toBe(2);
  });
});
