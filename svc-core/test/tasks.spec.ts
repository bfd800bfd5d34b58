import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

describe('GET /api/tasks', () => {
  it('wants a session', async () => {
    expect((await core.as().get('/api/tasks')).status).toBe(401);
  });

  it('refuses what it does not know', async () => {
    expect((await core.as(core.admin).get('/api/tasks?completed=false')).status).toBe(400);
  });

  it('lists those of the stores in sight, newest first, with what they come from', async () => {
    const projectId = await core.insert('projects', { title: 'Refit', location_id: core.storeA });
    const recurringTaskId = await core.insert('recurring_tasks', {
      title: 'Filters',
      location_id: core.storeA,
      frequency: 'monthly',
      next_occurrence: '2026-04-30T13:00:00Z',
    });
    await core.insert('tasks', {
      title: 'Filters',
      location_id: core.storeA,
      due_date: '2026-03-31T13:00:00Z',
      project_id: projectId,
      recurring_task_id: recurringTaskId,
      occurrence_at: '2026-03-31T13:00:00Z',
      created_at: '2026-03-31T13:00:00.120Z',
    });
    await core.insert('tasks', {
      title: 'Paint',
      location_id: core.storeA,
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
  });
});
