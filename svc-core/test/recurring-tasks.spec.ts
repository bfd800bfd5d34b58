import { describe, expect, it } from '@jest/globals';
import type { RecurringTaskResponse } from '../src/recurring-tasks/recurring-tasks.schemas.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

const create = (more: object = {}, user: { cookie: string } = core.admin) =>
  core.create<RecurringTaskResponse>('recurring-tasks', { title: 'Clean the filters', ...more }, user);

describe('POST /api/recurring-tasks', () => {
  it('creates an active one', async () => {
    expect(await create({ description: 'All four.' }, core.managerA)).toEqual({
      id: expect.any(String),
      title: 'Clean the filters',
      description: 'All four.',
      locationId: core.storeA,
      assignedTo: null,
      frequency: 'weekly',
      nextOccurrence: '2099-12-01T14:00:00.000Z',
      active: true,
      checklistId: null,
      createdAt: expect.stringMatching(/Z$/),
      location: { id: core.storeA, name: 'Store A', timezone: 'America/New_York' },
    });
  });

  it('accepts the earliest and the latest time that can be stored', async () => {
    for (const nextOccurrence of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      expect(await create({ nextOccurrence, active: false })).toMatchObject({ nextOccurrence });
    }
  });

  it('creates a paused one with an assignee', async () => {
    const fields = { active: false, assignedTo: core.managerA.userId };
    expect(await create(fields)).toMatchObject({ ...fields, description: null });
  });
});

describe('GET /api/recurring-tasks', () => {
  it('filters by active and by a text in the title or the location, case-insensitively and with special characters', async () => {
    const mill = await core.createStore('Mill Road 100%');
    const manager = await core.createManager(mill, core.storeA);
    for (const [title, more] of [
      ['Oil the treadmill', { locationId: core.storeA }],
      ['Hood filters', { locationId: mill }],
      ['Paused by the mill', { locationId: core.storeA, active: false }],
    ] as const) {
      await create({ title, ...more });
    }
    const list = async (query: string) => {
      const response = await core.as(manager).get(`/api/recurring-tasks?${query}`);
      const titles = (response.body as RecurringTaskResponse[]).map(({ title }) => title);
      expect(response.headers['x-total-count']).toBe(String(titles.length));
      return titles.filter((title) => title !== 'Clean the filters');
    };
    expect(await list('q=MILL')).toEqual(['Paused by the mill', 'Hood filters', 'Oil the treadmill']);
    expect(await list('q=mill&active=true')).toEqual(['Hood filters', 'Oil the treadmill']);
    expect(await list('active=false')).toEqual(['Paused by the mill']);
    expect(await list('q=0%25')).toEqual(['Hood filters']);
    expect(await list('q=_')).toEqual([]);
  });

  it('filters by assignee: a user, oneself, nobody', async () => {
    const store = await core.createStore('Assigned Road');
    const user = await core.createManager(store);
    for (const [title, assignedTo] of [
      ['Mine', user.userId],
      ["Nobody's", null],
    ] as const) {
      await create({ title, assignedTo, locationId: store });
    }
    // Who is inactive, or without the store, counts as nobody.
    for (const [title, { userId }] of [
      ['Left', core.deactivated],
      ['Elsewhere', core.managerB],
    ] as const) {
      await core.insert('recurring_tasks', { title, assigned_to: userId, location_id: store });
    }
    const list = async (query: string, as = user) => {
      const response = await core.as(as).get(`/api/recurring-tasks?q=assigned%20road&${query}`);
      const titles = (response.body as RecurringTaskResponse[]).map(({ title }) => title);
      expect(response.headers['x-total-count']).toBe(String(titles.length));
      return titles;
    };
    expect(await list('assignedTo=me')).toEqual(['Mine']);
    expect(await list('assignedTo=none&active=true')).toEqual(['Elsewhere', 'Left', "Nobody's"]);
    expect(await list(`assignedTo=${user.userId}`, core.admin)).toEqual(['Mine']);
    expect(await list('assignedTo=me', core.admin)).toEqual([]);
  });

  it('is a file of all matching ones, in the time of the store', async () => {
    const store = await core.createStore('Export Road', { timezone: 'Europe/Berlin' });
    const task = {
      location_id: store,
      next_occurrence: '2026-07-01T07:00:00Z',
      created_at: '2026-01-01T23:00:00Z',
    };
    await core.insert('recurring_tasks', { ...task, title: 'Hoods', frequency: 'monthly', active: false });
    const header = 'Title,Description,Location,Frequency,Status,Next Occurrence,Created,Time Zone';
    const path = '/api/recurring-tasks?format=csv&q=export+road';
    expect(await core.csv(core.admin, path)).toEqual([
      header,
      'Hoods,,Export Road,Monthly,Paused,2026-07-01 09:00,2026-01-02 00:00,Europe/Berlin',
    ]);
    expect(await core.csv(core.managerB, path)).toEqual([header]);
  });
});

describe('PATCH /api/recurring-tasks/:id', () => {
  const patch = (id: string, changes: object, user = core.admin) =>
    core.as(user).patch(`/api/recurring-tasks/${id}`).send(changes);
  const anchorsOf = async (id: string): Promise<unknown> =>
    (
      await core.query(
        'SELECT anchor_day AS day, anchor_time AS time FROM core.recurring_tasks WHERE id = $1',
        [id],
      )
    )[0];
  /** One on the 31st at 09:00 whose next occurrence is at the end of February. */
  const createAnchored = async (locationId: string): Promise<string> => {
    const { id } = await create({ locationId, frequency: 'monthly', nextOccurrence: '2099-02-28T14:00:00Z' });
    await core.query(`UPDATE core.recurring_tasks SET anchor_day = 31, anchor_time = '09:00' WHERE id = $1`, [
      id,
    ]);
    return id;
  };

  it('pauses, and resumes at the next occurrence without the missed ones', async () => {
    const id = await core.insert('recurring_tasks', {
      next_occurrence: new Date(Date.now() - 90_000),
      active: false,
    });
    const resumed = (await patch(id, { active: true })).body as RecurringTaskResponse;
    expect(resumed.active).toBe(true);
    const wait = Date.parse(resumed.nextOccurrence) - Date.now();
    expect(wait).toBeGreaterThan(22 * 3_600_000);
    expect(wait).toBeLessThan(25 * 3_600_000);
    expect(await core.count('core.tasks WHERE recurring_task_id = $1', id)).toBe(0);
    expect((await patch(id, { active: false })).body).toMatchObject({
      active: false,
      nextOccurrence: resumed.nextOccurrence,
    });
  });

  it('starts a new schedule with another time or frequency, and keeps it with the same ones', async () => {
    const kept = await createAnchored(core.storeA);
    await patch(kept, { title: 'x', frequency: 'monthly', nextOccurrence: '2099-02-28T09:00:00-05:00' });
    expect(await anchorsOf(kept)).toEqual({ day: 31, time: '09:00:00' });
    await patch(kept, { nextOccurrence: '2099-02-27T14:00:00Z' });
    expect(await anchorsOf(kept)).toEqual({ day: null, time: null });
    const weekly = await createAnchored(core.storeA);
    await patch(weekly, { frequency: 'weekly' });
    expect(await anchorsOf(weekly)).toEqual({ day: null, time: null });
  });

  /** The next occurrence as the clock of a zone shows it. */
  const clock = async (id: string, zone: string): Promise<string> =>
    (
      await core.query<{ at: string }>(
        `SELECT to_char(next_occurrence AT TIME ZONE $2, 'YYYY-MM-DD HH24:MI') AS at FROM core.recurring_tasks WHERE id = $1`,
        [id, zone],
      )
    )[0]?.at ?? '';

  it.each([
    ['Pacific/Pago_Pago', 'Pacific/Auckland', '2099-01-31T20:00:00Z', '2099-01-31 09:00'],
    ['America/New_York', 'America/Los_Angeles', '2099-07-04T13:00:00Z', '2099-07-04 09:00'],
    ['Asia/Kolkata', 'America/St_Johns', '2099-12-31T18:29:00Z', '2099-12-31 23:59'],
    // 02:30 is skipped in New York on that day.
    ['America/Phoenix', 'America/New_York', '2099-03-08T09:30:00Z', '2099-03-08 03:30'],
    // There is no day before.
    ['America/New_York', 'Asia/Tokyo', '0001-01-01T00:00:00Z', '0001-01-01 09:18'],
  ])(
    'keeps date and time of day in another zone: from %s to %s, of the store and by a move',
    async (from, to, nextOccurrence, reading) => {
      const store = await core.createStore('Moving');
      const other = await core.createStore('There');
      const zone = (id: string, timezone: string) =>
        core.as(core.admin).patch(`/api/locations/${id}`).send({ timezone });
      await zone(store, from);
      await zone(other, to);
      const anchored = await createAnchored(store);
      // Not active, because one that is due moves on.
      const schedule = { locationId: store, frequency: 'monthly', nextOccurrence, active: false };
      const [stays, moves] = [await create(schedule), await create(schedule)];
      expect((await patch(moves.id, { locationId: other })).body).toMatchObject({
        location: { timezone: to },
      });
      await zone(store, to);
      expect([await clock(stays.id, to), await clock(moves.id, to)]).toEqual([reading, reading]);
      expect(await anchorsOf(anchored)).toEqual({ day: 31, time: '09:00:00' });
    },
  );

  it('moves to another store at a time that is given, and begins a new schedule', async () => {
    const id = await createAnchored(core.storeA);
    const nextOccurrence = '2099-02-28T14:00:00.000Z';
    const response = await patch(id, { locationId: core.storeB, nextOccurrence });
    expect(response.body).toMatchObject({ nextOccurrence });
    expect(await anchorsOf(id)).toEqual({ day: null, time: null });
  });
});

describe('DELETE /api/recurring-tasks/:id', () => {
  it('keeps the tasks it created', async () => {
    const id = await core.insert('recurring_tasks');
    const occurrence = { recurring_task_id: id, occurrence_at: '2026-01-01T00:00:00Z' };
    const task = await core.insert('tasks', occurrence);
    expect((await core.as(core.admin).delete(`/api/recurring-tasks/${id}`)).status).toBe(204);
    const left = await core.as(core.admin).get(`/api/tasks/${task}`);
    expect(left.body).toMatchObject({ recurringTaskId: null });
  });
});
