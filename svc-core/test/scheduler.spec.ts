import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Scheduler } from '../src/recurring-tasks/scheduler.ts';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

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
  for (let time = 0; time < 400 && (await core.count(due)) > 0; time += 1) {
    for (const app of [core.app, replica]) app.get(Scheduler).run();
    await sleep(10);
  }
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
