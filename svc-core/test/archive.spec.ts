import { beforeAll, describe, expect, it } from '@jest/globals';
import { DeadlineClock } from '../src/deadlines/deadline-clock.ts';
import { Scheduler } from '../src/recurring-tasks/scheduler.ts';
import { errorsOf, instant, type Row, unknownId, useOwnCoreService } from './core-service.ts';
import { aReport, intakeOf } from './intake-calls.ts';

const core = useOwnCoreService();
const intake = intakeOf(core);

const send = (id: string, what: 'archive' | 'restore', user = core.admin) =>
  core.send('post', `/api/locations/${id}/${what}`, {}, user);
const must = async (id: string, what: 'archive' | 'restore'): Promise<void> => {
  const response = await send(id, what);
  if (response.status !== 200) throw new Error(response.text);
};

const lists = [
  'tickets',
  'tickets?q=oven',
  'tickets?assignedTo=none',
  'tickets?due=none',
  'tickets?sort=dueAt',
  'tasks',
  'recurring-tasks',
  'recurring-tasks?active=true',
  'projects',
  'equipment',
  'equipment?q=fry',
  'intake-codes',
  'locations',
  'locations?q=quay',
];
const tables = [
  'tickets',
  'ticket_watchers',
  'ticket_comments',
  'ticket_deadlines',
  'intake_reports',
  'tasks',
  'recurring_tasks',
  'projects',
  'equipment',
  'intake_codes',
  'manager_assignments',
];

const open = new Map<string, string>();
let store: string;
let manager: { cookie: string };
let code: string;

/** What a user is shown: lists with their totals, files, and counts. The place itself has changed. */
async function shownTo(user: { cookie: string }): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const list of lists) {
    const response = await core.as(user).get(`/api/${list}`);
    const rows = (response.body as Row[]).map((row) =>
      list.startsWith('locations') ? { ...row, updatedAt: null } : row,
    );
    shown[list] = [rows, response.headers['x-total-count']];
  }
  shown['file'] = await core.csv(user, '/api/tickets?format=csv');
  shown['stats'] = (await core.as(user).get('/api/stats')).body;
  const places = user === core.admin ? '/api/managers' : '/api/user/assigned-locations';
  shown['places'] = (await core.as(user).get(places)).body;
  return shown;
}
const stored = (): Promise<Row[][]> =>
  Promise.all(
    tables.map((table) => core.query(`SELECT to_jsonb(t) AS row FROM core.${table} t ORDER BY 1::text`)),
  );

beforeAll(async () => {
  store = await core.createStore('Quay');
  manager = await core.createManager(store);
  const paths = ['equipment', 'tickets', 'tasks', 'recurring-tasks', 'projects'];
  for (const path of paths) {
    const dueAt = path === 'tickets' ? { dueAt: '2099-12-01T09:00:00Z' } : {};
    open.set(path, (await core.create<{ id: string }>(path, { locationId: store, ...dueAt })).id);
    await core.create(path);
  }
  ({ code } = await intake.code({ location_id: store }));
  await intake.report(code);
});

describe.each(['archive', 'restore'] as const)('POST /api/locations/:id/%s', (what) => {
  it('is refused for what is not there, and to who has not seen the newest version', async () => {
    expect((await send(unknownId, what)).status).toBe(404);
    expect((await send('x', what)).status).toBe(404);
    expect((await send(store, what).set('If-Match', '"99"')).status).toBe(412);
  });
});

it('an archived location is out of everything but its own address, and comes back as it was', async () => {
  const [before, shown, shownHere] = [await stored(), await shownTo(core.admin), await shownTo(manager)];
  const response = await send(store, 'archive');
  expect([response.status, response.body]).toMatchObject([200, { id: store, archivedAt: instant }]);
  const again = await send(store, 'archive');
  expect([again.status, again.body]).toMatchObject([409, { detail: 'This location is archived already.' }]);

  const here = await shownTo(manager);
  for (const list of lists) expect([list, here[list]]).toEqual([list, [[], '0']]);
  expect([here['file'], here['places']]).toEqual([[expect.any(String)], []]);
  expect(here['stats']).toMatchObject({ totalLocations: 0, activeTickets: 0, pendingTasks: 0 });
  const everywhere = JSON.stringify(await shownTo(core.admin));
  expect([everywhere.includes(store), everywhere.includes(core.storeA)]).toEqual([false, true]);
  const totalOf = (all: Record<string, unknown>, list: string) => Number((all[list] as unknown[])[1]);
  expect(totalOf(await shownTo(core.admin), 'tickets')).toBe(totalOf(shown, 'tickets') - 2);
  expect(await stored()).toEqual(before);

  for (const user of [core.admin, manager]) {
    const archived = await core.as(user).get('/api/locations?archived=true');
    expect(archived.body).toMatchObject([{ id: store, archivedAt: instant }]);
    for (const [path, id] of [...open, ['locations', store]])
      expect([path, (await core.as(user).get(`/api/${path}/${id}`)).status]).toEqual([path, 200]);
  }

  const restored = await send(store, 'restore');
  expect([restored.status, restored.body]).toMatchObject([200, { id: store, archivedAt: null }]);
  const twice = await send(store, 'restore');
  expect([twice.status, twice.body]).toMatchObject([409, { detail: 'This location is not archived.' }]);
  expect([await stored(), await shownTo(core.admin), await shownTo(manager)]).toEqual([
    before,
    shown,
    shownHere,
  ]);
});

describe('an archived location', () => {
  let closed: string;
  beforeAll(async () => {
    closed = await core.createStore('Hill');
    await core.assign(core.managerA.userId, closed);
  });

  it.each(['tickets', 'tasks', 'equipment', 'recurring-tasks', 'projects', 'intake-codes'])(
    'gets no new %s, and none from elsewhere',
    async (path) => {
      const { id } = await core.create<{ id: string }>(path);
      await core.query('UPDATE core.locations SET archived_at = now() WHERE id = $1', [closed]);
      const moved = { locationId: closed };
      const refused = [await core.post(path, moved), await core.post(path, moved, core.managerA)];
      if (path !== 'intake-codes') refused.push(await core.send('patch', `/api/${path}/${id}`, moved));
      for (const response of refused) {
        expect([response.status, errorsOf(response)]).toEqual([
          400,
          { locationId: ['This location is archived.'] },
        ]);
      }
    },
  );

  it('has no similar tickets, and nobody is assigned to it', async () => {
    await core.query('UPDATE core.locations SET archived_at = now() WHERE id = $1', [closed]);
    expect((await core.as(core.admin).get(`/api/tickets/similar?locationId=${closed}`)).status).toBe(400);
    const assignment = { managerId: core.managerB.userId, locationId: closed };
    expect((await core.send('post', '/api/managers/assign', assignment)).status).toBe(400);
  });
});

it('reports with a code of an archived location get the 404 of an unknown code, and are taken after it is restored', async () => {
  const unknown = await intake.read('a'.repeat(26));
  await must(store, 'archive');
  const read = await intake.read(code);
  expect([read.status, read.text]).toEqual([404, unknown.text]);
  const report = await intake.post(`${code}/reports`, aReport);
  expect([report.status, report.text]).toEqual([404, unknown.text]);
  await must(store, 'restore');
  await intake.report(code);
});

const runUntil = (isSo: () => Promise<boolean>) => core.runUntil([Scheduler, DeadlineClock], isSo);

it('recurring tasks of an archived location rest, and go on with the next occurrence', async () => {
  const columns = { next_occurrence: new Date(Date.now() - 60_000) };
  const archived = await core.createStore('Resting', { archived_at: new Date() });
  const rests = await core.insert('recurring_tasks', { ...columns, location_id: archived });
  const works = await core.insert('recurring_tasks', columns);
  const tasksOf = (id: string) => core.count('core.tasks WHERE recurring_task_id = $1', id);
  await runUntil(async () => (await tasksOf(works)) === 1);
  expect([await tasksOf(works), await tasksOf(rests)]).toEqual([1, 0]);
  await must(archived, 'restore');
  expect(await core.count('core.recurring_tasks WHERE id = $1 AND next_occurrence > now()', rests)).toBe(1);
  expect(await tasksOf(rests)).toBe(0);
});

it('due dates and pauses that pass while a location is archived are told and end once it is restored', async () => {
  const [rests, works] = [await core.createStore('Quiet'), await core.createStore('Loud')];
  const ids: string[] = [];
  for (const locationId of [rests, works]) {
    const dueAt = new Date(Date.now() + 3_600_000).toISOString();
    ids.push((await core.create<{ id: string }>('tickets', { locationId, dueAt })).id);
  }
  const held = await core.create<{ id: string }>('tickets', { locationId: rests });
  await core.send('post', `/api/tickets/${held.id}/pause`, {
    reason: 'other',
    until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await must(rests, 'archive');
  await core.query(
    `UPDATE core.ticket_stops SET since = since - interval '2 hours', until = until - interval '2 hours' WHERE ticket_id = $1`,
    [held.id],
  );
  await core.query(
    `UPDATE core.tickets SET due_at = now() - interval '1 minute', due_set_at = now() - interval '1 day' WHERE id = ANY ($1)`,
    [ids],
  );
  await core.query('UPDATE core.ticket_deadlines SET next_at = now() WHERE ticket_id = ANY ($1)', [
    [...ids, held.id],
  ]);
  const [quiet = '', loud = ''] = ids;
  const told = (id: string) => core.count('core.ticket_events WHERE ticket_id = $1', id);
  await runUntil(async () => (await told(loud)) > 0);
  // The first is its pause.
  expect([await told(loud), await told(quiet), await told(held.id)]).toEqual([1, 0, 1]);
  await must(rests, 'restore');
  await runUntil(async () => (await told(quiet)) > 0 && (await told(held.id)) > 1);
  expect([await told(quiet), await told(held.id)]).toEqual([1, 2]);
});
