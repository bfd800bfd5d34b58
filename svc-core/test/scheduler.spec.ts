import { expect, it } from '@jest/globals';
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
