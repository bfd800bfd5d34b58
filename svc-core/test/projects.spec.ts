import { describe, expect, it } from '@jest/globals';
import type { ProjectResponse } from '../src/projects/projects.schemas.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

const createProject = (more: object = {}) =>
  core.create<ProjectResponse>('projects', { title: 'Refit', ...more });
const read = async (id: string): Promise<ProjectResponse> =>
  (await core.as(core.admin).get(`/api/projects/${id}`)).body as ProjectResponse;
const createTask = async (projectId: string) => (await core.create('tasks', { projectId })).id;
const patchTask = (id: string, changes: object) =>
  core.as(core.admin).patch(`/api/tasks/${id}`).send(changes);

describe('POST /api/projects', () => {
  it('starts at planning, without tasks', async () => {
    const project = await createProject();
    expect(project).toEqual({
      id: expect.any(String),
      title: 'Refit',
      description: null,
      locationId: core.storeA,
      status: 'planning',
      totalTasks: 0,
      completedTasks: 0,
      startDate: null,
      targetCompletionDate: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      location: { id: core.storeA, name: 'Store A' },
    });
    expect(await read(project.id)).toEqual(project);
  });
});

describe("a project's totals", () => {
  it('follow its tasks: created, completed, reopened, moved, removed', async () => {
    const [one, other] = [await createProject(), await createProject()];
    const totals = async () =>
      (await Promise.all([read(one.id), read(other.id)])).flatMap(({ totalTasks, completedTasks }) => [
        totalTasks,
        completedTasks,
      ]);
    const [first, second] = [await createTask(one.id), await createTask(one.id)];
    expect(await totals()).toEqual([2, 0, 0, 0]);
    await patchTask(first, { completed: true });
    expect(await totals()).toEqual([2, 1, 0, 0]);
    await patchTask(first, { projectId: other.id });
    expect(await totals()).toEqual([1, 0, 1, 1]);
    await patchTask(first, { completed: false, projectId: null });
    expect(await totals()).toEqual([1, 0, 0, 0]);
    await core.as(core.admin).delete(`/api/tasks/${second}`);
    expect(await totals()).toEqual([0, 0, 0, 0]);
  });

  it('are correct after many concurrent changes', async () => {
    const [one, other] = [await createProject(), await createProject()];
    const tasks = await Promise.all(
      Array.from({ length: 30 }, (_, index) => createTask(index % 2 === 0 ? one.id : other.id)),
    );
    const responses = await Promise.all(
      tasks.map((id, index) =>
        index % 5 === 4
          ? core.as(core.admin).delete(`/api/tasks/${id}`)
          : patchTask(id, { completed: index % 3 === 0, projectId: index % 4 < 2 ? one.id : other.id }),
      ),
    );
    expect(responses.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    const rows = await core.query(
      `SELECT p.id, total_tasks AS "totalTasks", completed_tasks AS "completedTasks", count(t.id)::int AS total,
         (count(t.id) FILTER (WHERE t.completed))::int AS completed
       FROM core.projects p LEFT JOIN core.tasks t ON t.project_id = p.id
       WHERE p.id IN ($1, $2) GROUP BY p.id`,
      [one.id, other.id],
    );
    for (const { totalTasks, completedTasks, total, completed } of rows as Record<string, number>[]) {
      expect([totalTasks, completedTasks]).toEqual([total, completed]);
    }
    expect(await read(one.id)).toMatchObject({ totalTasks: expect.any(Number) });
  });

  it('allow removing a project while its tasks are being completed; the tasks remain without a project', async () => {
    const { id } = await createProject();
    const tasks = await Promise.all(Array.from({ length: 12 }, () => createTask(id)));
    const responses = await Promise.all([
      ...tasks.slice(0, 6).map((task) => patchTask(task, { completed: true })),
      core.as(core.admin).delete(`/api/projects/${id}`),
      ...tasks.slice(6).map((task) => patchTask(task, { completed: true })),
    ]);
    expect(responses.map(({ status }) => status).filter((status) => status >= 400)).toEqual([]);
    const left = await core.as(core.admin).get(`/api/tasks/${tasks[0] ?? ''}`);
    expect(left.body).toMatchObject({ projectId: null, completed: true });
  });
});
