import { describe, expect, it } from '@jest/globals';
import type { TaskResponse } from '../src/tasks/tasks.schemas.ts';
import { itRejects, useCoreService } from './core-service.ts';

const core = useCoreService();

describe('GET /api/tasks', () => {
  it('lists those of visible stores, newest first, with the recurring task and project', async () => {
    const projectId = await core.insert('projects');
    const recurringTaskId = await core.insert('recurring_tasks');
    await core.insert('tasks', {
      title: 'Filters',
      due_date: '2026-03-31T13:00:00Z',
      project_id: projectId,
      recurring_task_id: recurringTaskId,
      occurrence_at: '2026-03-31T13:00:00Z',
      created_at: '2026-03-31T13:00:00.120Z',
    });
    await core.insert('tasks', {
      title: 'Paint',
      completed: true,
      completed_at: '2026-04-02T10:00:00Z',
      created_at: '2026-04-01T10:00:00Z',
    });
    await core.insert('tasks', { title: 'Theirs', location_id: core.storeB });

    const response = await core.as(core.managerA).get('/api/tasks');
    expect(response.headers['x-total-count']).toBe('2');
    expect(response.body).toEqual([
      expect.objectContaining({
        title: 'Paint',
        dueDate: null,
        completed: true,
        completedAt: '2026-04-02T10:00:00.000Z',
        projectId: null,
        recurringTaskId: null,
      }),
      {
        id: expect.any(String),
        title: 'Filters',
        description: null,
        locationId: core.storeA,
        assignedTo: null,
        dueDate: '2026-03-31T13:00:00.000Z',
        completed: false,
        createdAt: '2026-03-31T13:00:00.120Z',
        completedAt: null,
        projectId,
        recurringTaskId,
        location: { id: core.storeA, name: 'Store A' },
      },
    ]);
    expect((await core.as(core.admin).get('/api/tasks')).headers['x-total-count']).toBe('3');

    const made = await core.as(core.managerA).get(`/api/tasks?recurringTaskId=${recurringTaskId}`);
    expect(made.headers['x-total-count']).toBe('1');
    expect(made.body).toMatchObject([{ title: 'Filters', recurringTaskId }]);
    const notVisible = await core.as(core.managerB).get(`/api/tasks?recurringTaskId=${recurringTaskId}`);
    expect([notVisible.headers['x-total-count'], notVisible.body]).toEqual(['0', []]);
  });
});

const post = (change: object, user: { cookie: string } = core.admin) => core.post('tasks', change, user);
const patch = (id: string, changes: object, user = core.admin) =>
  core.as(user).patch(`/api/tasks/${id}`).send(changes);

describe('POST /api/tasks', () => {
  itRejects(post, [
    ['a completed one', { completed: true }, { completed: ['A new task cannot be completed.'] }],
  ]);

  it('creates an open task', async () => {
    const projectId = await core.insert('projects');
    const fields = {
      description: 'White.',
      assignedTo: core.managerA.userId,
      dueDate: '2026-12-24T18:00:00.000Z',
      projectId,
    };
    const response = await post(fields, core.managerA);
    expect([response.status, response.body]).toEqual([
      201,
      {
        ...fields,
        id: expect.any(String),
        title: 'Oven is cold',
        locationId: core.storeA,
        completed: false,
        completedAt: null,
        createdAt: expect.stringMatching(/Z$/),
        recurringTaskId: null,
        location: { id: core.storeA, name: 'Store A' },
      },
    ]);
  });
});

describe('PATCH /api/tasks/:id', () => {
  const create = (more: object = {}) => core.create<TaskResponse>('tasks', more);

  it('sets completedAt on completion, keeps it there, and clears it on reopening', async () => {
    const { id } = await create();
    const completed = (await patch(id, { completed: true }, core.managerA)).body as TaskResponse;
    expect(completed).toMatchObject({ completed: true, completedAt: expect.stringMatching(/Z$/) });
    const still = await patch(id, { completed: true, description: 'Done.' });
    expect(still.body).toMatchObject({ completedAt: completed.completedAt, description: 'Done.' });
    expect((await patch(id, { completed: false })).body).toMatchObject({
      completed: false,
      completedAt: null,
    });
  });
});
