import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import type { INestApplication } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Removals } from '../src/removals/removals.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type CoreService, startCoreService } from './core-service.ts';

const TASKS = 650;

let core: CoreService;
let replica: INestApplication | undefined;
beforeAll(async () => {
  core = await startCoreService();
  // This replica serves requests; the one that clears the tasks is started by the tests that need it.
  await core.app.get(Removals).beforeApplicationShutdown();
});
afterAll(async () => {
  await replica?.close();
  await core.close();
});

const count = async (from: string, id: string): Promise<number> => {
  const { rows } = await core.backends.admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${from}`,
    [id],
  );
  return rows[0]?.count ?? NaN;
};
const tasksOf = (id: string): Promise<number> => count('core.tasks WHERE project_id = $1', id);
const get = (path: string, user = core.admin) => core.as(user).get(`/api/${path}`);

const idsOf = (listed: { body: unknown }): string[] => (listed.body as { id: string }[]).map(({ id }) => id);

async function createProject(tasks: number): Promise<{ id: string; taskId: string }> {
  const id = await core.insert('projects', { title: 'Refit', location_id: core.storeA });
  const { rows } = await core.backends.admin.query<{ id: string }>(
    `INSERT INTO core.tasks (title, location_id, project_id)
     SELECT 'x', CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, $3 FROM generate_series(1, $4::int) n
     RETURNING id`,
    [core.storeA, core.storeB, id, tasks],
  );
  return { id, taskId: rows[0]?.id ?? '' };
}

describe('a project with more than one batch of tasks', () => {
  let doomed: { id: string; taskId: string };
  let other: string;

  beforeAll(async () => {
    other = await core.insert('projects', { title: 'Other', location_id: core.storeA });
    doomed = await createProject(TASKS);
    const url = `/api/projects/${doomed.id}`;
    expect((await core.as(core.managerB).delete(url)).status).toBe(404);
    expect((await core.as(core.admin).delete(url).set('If-Match', '"99"')).status).toBe(412);
    const { headers } = await core.as(core.admin).get(url);
    const begun = performance.now();
    const removed = await core
      .as(core.managerA)
      .delete(url)
      .set('If-Match', headers['etag'] ?? '')
      .set('X-Request-Id', 'request-that-removes');
    expect(removed.status).toBe(204);
    expect(performance.now() - begun).toBeLessThan(1000);
    // No replica has started to delete: all rows hidden from the requests below still exist.
    expect(await tasksOf(doomed.id)).toBe(TASKS);
  });

  it.each(['admin', 'managerA'] as const)('is in no list and no total: %s', async (who) => {
    const listed = await get('projects', core[who]);
    expect([listed.headers['x-total-count'], idsOf(listed)]).toEqual(['1', [other]]);
  });

  it('cannot be read, changed or removed', async () => {
    const url = `/api/projects/${doomed.id}`;
    const api = core.as(core.admin);
    expect([
      (await api.get(url)).status,
      (await api.patch(url).send({ title: 'y' })).status,
      (await api.delete(url)).status,
    ]).toEqual([404, 404, 404]);
  });

  it('leaves its tasks where they are, without a project', async () => {
    const listed = await get('tasks?limit=1000');
    expect(listed.headers['x-total-count']).toBe(String(TASKS));
    expect(
      new Set((listed.body as { projectId: string | null }[]).map(({ projectId }) => projectId)),
    ).toEqual(new Set([null]));
    expect((await get(`tasks/${doomed.taskId}`)).body).toMatchObject({ projectId: null });
    const changed = await core
      .as(core.admin)
      .patch(`/api/tasks/${doomed.taskId}`)
      .send({ title: 'y', completed: true });
    expect([changed.status, changed.body]).toMatchObject([200, { title: 'y', projectId: null }]);
  });

  it('accepts no tasks, not even those that it had', async () => {
    const { id: projectId, taskId } = doomed;
    const responses = [
      await core.as(core.admin).post('/api/tasks').send({ title: 'x', locationId: core.storeA, projectId }),
      await core.as(core.admin).patch(`/api/tasks/${taskId}`).send({ projectId }),
    ];
    expect(responses.map(({ status, body }) => [status, (body as { errors: unknown }).errors])).toEqual(
      Array(2).fill([400, { projectId: ['There is no such project.'] }]),
    );
  });

  it('lets a task move to another one', async () => {
    const moved = await core.as(core.admin).patch(`/api/tasks/${doomed.taskId}`).send({ projectId: other });
    expect([moved.status, moved.body]).toMatchObject([200, { projectId: other }]);
    expect((await get(`projects/${other}`)).body).toMatchObject({ totalTasks: 1, completedTasks: 1 });
  });

  it('is deleted in the end despite interruptions, once, with the requesting user as actor', async () => {
    replica = await createService(serviceOptions(core.config));
    await replica.listen(0, '127.0.0.1');
    for (let time = 0; time < 200 && (await tasksOf(doomed.id)) === TASKS - 1; time += 1) await sleep(25);
    await core.backends.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = 'svc_core' AND datname = current_database()`,
    );
    expect(await tasksOf(doomed.id)).toBeGreaterThan(0);
    const left = () => count('core.projects WHERE id = $1', doomed.id);
    for (let time = 0; time < 300 && (await left()) > 0; time += 1) await sleep(50);
    expect([
      await left(),
      await tasksOf(doomed.id),
      await count('core.project_removals WHERE project_id = $1', doomed.id),
      await count('core.tasks WHERE id <> $1', other),
    ]).toEqual([0, 0, 0, TASKS]);

    const { rows } = await core.backends.admin.query(
      `SELECT action, count(*)::int AS count FROM auth.audit_entries
       WHERE request_id = 'request-that-removes' AND actor_id = $1
         AND (entity = 'task' OR entity = 'project' AND (action = 'delete' OR before ->> 'removed_at' IS NULL))
       GROUP BY entity, action ORDER BY entity, action`,
      [core.managerA.userId],
    );
    expect(rows).toEqual([
      { action: 'delete', count: 1 },
      { action: 'update', count: 1 },
      { action: 'update', count: TASKS - 1 },
    ]);
    expect((await get('projects')).headers['x-total-count']).toBe('1');
  }, 30_000);
});

it('is deleted with its location when that is removed first', async () => {
  const { id } = await createProject(TASKS);
  const closing = await core.createStore('Closing');
  const query = (text: string) => core.backends.admin.query(text, [id, closing]);
  await query('UPDATE core.projects SET location_id = $2 WHERE id = $1');
  const removed = [
    await core.as(core.admin).delete(`/api/projects/${id}`),
    await core.as(core.admin).delete(`/api/locations/${closing}`),
  ];
  expect(removed.map(({ status }) => status)).toEqual([204, 204]);
  const left = () => count('core.locations WHERE id = $1', closing);
  for (let time = 0; time < 200 && (await left()) > 0; time += 1) await sleep(50);
  expect([await left(), await count('core.projects WHERE id = $1', id), await tasksOf(id)]).toEqual([
    0, 0, 0,
  ]);
  expect(await count('core.project_removals WHERE project_id = $1', id)).toBe(0);
}, 30_000);

it('a small project is removed in the request itself', async () => {
  const { id, taskId } = await createProject(200);
  expect((await core.as(core.admin).delete(`/api/projects/${id}`)).status).toBe(204);
  expect([await count('core.projects WHERE id = $1', id), await tasksOf(id)]).toEqual([0, 0]);
  expect((await get(`tasks/${taskId}`)).body).toMatchObject({ projectId: null });
});
