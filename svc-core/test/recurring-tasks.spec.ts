import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecurringTaskResponse } from '../src/recurring-tasks/recurring-tasks.schemas.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

const newTask = (more: object = {}) => ({
  title: 'Clean the filters',
  locationId: core.storeA,
  frequency: 'weekly',
  nextOccurrence: '2026-12-01T09:00:00-05:00',
  ...more,
});
const post = (body: object, user = core.admin) => core.as(user).post('/api/recurring-tasks').send(body);

describe('POST /api/recurring-tasks', () => {
  it('wants a session', async () => {
    expect((await core.as().post('/api/recurring-tasks').send(newTask())).status).toBe(401);
  });

  it.each([
    ['no title', { title: undefined }, { title: ['Required.'] }],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, { title: ['At most 255 characters.'] }],
    ['no location', { locationId: undefined }, { locationId: ['Required.'] }],
    ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    ['an unknown assignee', { assignedTo: unknownId }, { assignedTo: ['There is no such active employee.'] }],
    ['no frequency', { frequency: undefined }, { frequency: ['Required.'] }],
    [
      'an unknown frequency',
      { frequency: 'hourly' },
      { frequency: ['Must be one of: daily, weekly, monthly.'] },
    ],
    ['no next occurrence', { nextOccurrence: undefined }, { nextOccurrence: ['Required.'] }],
    ['a number for active', { active: 1 }, { active: ['Must be true or false.'] }],
    ['an unknown field', { createdAt: '2026-12-01T09:00:00Z' }, { createdAt: ['Unknown field.'] }],
  ])('refuses %s', async (_name, change, errors) => {
    const response = await post(newTask(change));
    expect(response.status).toBe(400);
    expect((response.body as { errors: unknown }).errors).toEqual(errors);
  });

  it.each([
    '2026-12-01',
    '2026-12-01T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-12-01T25:00:00Z',
    '0000-12-01T09:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    'tomorrow',
    '',
  ])('refuses %j as the next occurrence', async (nextOccurrence) => {
    const response = await post(newTask({ nextOccurrence }));
    expect(response.status).toBe(400);
    expect((response.body as { errors: unknown }).errors).toHaveProperty('nextOccurrence');
  });

  it('refuses a store of others', async () => {
    expect((await post(newTask({ locationId: core.storeB }), core.managerA)).status).toBe(400);
  });

  it('creates an active one', async () => {
    const response = await post(newTask({ description: 'All four.' }), core.managerA);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      title: 'Clean the filters',
      description: 'All four.',
      locationId: core.storeA,
      assignedTo: null,
      frequency: 'weekly',
      nextOccurrence: '2026-12-01T14:00:00.000Z',
      active: true,
      createdAt: expect.stringMatching(/Z$/),
      location: { id: core.storeA, name: 'Store A' },
    });
  });

  it('takes the first and the last moment that can be written', async () => {
    for (const nextOccurrence of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      expect((await post(newTask({ nextOccurrence }))).body).toMatchObject({ nextOccurrence });
    }
  });

  it('creates a paused one for somebody', async () => {
    const response = await post(newTask({ active: false, assignedTo: core.managerA.userId }));
    expect(response.body).toMatchObject({
      active: false,
      assignedTo: core.managerA.userId,
      description: null,
    });
  });
});

describe('GET /api/recurring-tasks', () => {
  it('wants a session', async () => {
    expect((await core.as().get('/api/recurring-tasks')).status).toBe(401);
  });

  it('refuses what it does not know', async () => {
    expect((await core.as(core.admin).get('/api/recurring-tasks?active=true')).status).toBe(400);
  });

  it('lists those of the stores in sight, newest first, in pages', async () => {
    for (const title of ['first', 'second', 'third']) {
      expect((await post(newTask({ title, locationId: core.storeB }))).status).toBe(201);
    }
    const first = await core.as(core.managerB).get('/api/recurring-tasks?limit=2');
    expect(first.headers['x-total-count']).toBe('3');
    const next = /^<(.+)>; rel="next"$/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await core.as(core.managerB).get(next);
    expect(
      [first, second].map(({ body }) => (body as RecurringTaskResponse[]).map(({ title }) => title)),
    ).toEqual([['third', 'second'], ['first']]);
    expect(first.body).toMatchObject([{ location: { id: core.storeB, name: 'Store B' } }, {}]);
  });
});
