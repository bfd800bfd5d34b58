import { describe, expect, it } from '@jest/globals';
import { deadlinesOf, minutesAfter, soon, type Ticket } from './deadline-calls.ts';
import { errorsOf, instant, itRejects, type Row, useOwnCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';

const core = useOwnCoreService();
const { read, change, setTarget, runUntil } = deadlinesOf(core);

const post = (id: string, what: 'pause' | 'resume', body: object = {}) =>
  core.send('post', `/api/tickets/${id}/${what}`, body);
const kindsOf = async (id: string): Promise<string[]> =>
  (
    await core.query<{ kind: string }>(
      'SELECT kind FROM core.ticket_events WHERE ticket_id = $1 ORDER BY id',
      [id],
    )
  ).map(({ kind }) => kind);
/** Moves the ticket with all that is known of it, as if so many minutes had passed. */
async function pass(id: string, minutes: number): Promise<void> {
  const by = `make_interval(mins => ${minutes})`;
  await core.query(
    `UPDATE core.tickets SET created_at = created_at - ${by}, due_at = due_at - ${by}, due_set_at = due_set_at - ${by},
       completed_at = completed_at - ${by} WHERE id = $1`,
    [id],
  );
  await core.query(
    `UPDATE core.ticket_stops SET since = since - ${by}, until = until - ${by}, ended_at = ended_at - ${by} WHERE ticket_id = $1`,
    [id],
  );
  await core.query(
    `UPDATE core.ticket_deadlines SET due_at = due_at - ${by}, resolve_due_at = resolve_due_at - ${by},
       respond_due_at = respond_due_at - ${by}, at_risk_at = at_risk_at - ${by}, next_at = next_at - ${by}
     WHERE ticket_id = $1`,
    [id],
  );
}
const untilRecorded = (id: string, count: number) =>
  runUntil(async () => (await kindsOf(id)).length >= count);
const readLag = async (): Promise<number> => {
  const { text } = await core.as().get('/metrics').expect(200);
  return Number(/^deadline_lag_seconds (\S+)$/m.exec(text)?.[1]);
};
const timeline = async (id: string): Promise<Row[]> =>
  (await core.as(core.admin).get(`/api/tickets/${id}/timeline`)).body as Row[];

it('has no target switched on at first, and then nothing but a due date of people', async () => {
  const targets = await core.as(core.managerA).get('/api/response-targets');
  expect(targets.body).toMatchObject([
    { priority: 'high', respondMinutes: 15, resolveMinutes: 240, clock: 'always', active: false, version: 1 },
    { priority: 'medium', respondMinutes: 120, resolveMinutes: 1440, clock: 'store_hours', active: false },
    {
      priority: 'low',
      respondMinutes: 480,
      resolveMinutes: 3600,
      atRiskPercent: 75,
      escalateAfterMinutes: 120,
    },
  ]);
  const ticket = await core.create<Ticket>('tickets');
  expect(ticket).toMatchObject({
    dueAt: null,
    respondDueAt: null,
    resolveDueAt: null,
    respondedAt: null,
    pause: null,
    dueState: 'none',
  });
  expect(await core.count('core.ticket_deadlines')).toBe(0);
  expect(await change(ticket.id, { dueAt: soon(60) })).toMatchObject({
    dueState: 'on_track',
    resolveDueAt: null,
  });
  expect(await change(ticket.id, { dueAt: null })).toMatchObject({ dueAt: null, dueState: 'none' });
  expect(await core.create('tickets', { dueAt: soon(-5) })).toMatchObject({ dueState: 'overdue' });
});

itRejects<object>(
  (dueAt) => core.post('tickets', dueAt),
  [
    [
      'a due date before 2000',
      { dueAt: '1999-12-31T00:00:00Z' },
      { dueAt: ['Must be between 2000 and 2100.'] },
    ],
    [
      'a due date after 2100',
      { dueAt: '2101-01-01T00:00:00Z' },
      { dueAt: ['Must be between 2000 and 2100.'] },
    ],
  ],
);

describe('a response target', () => {
  itRejects<object>(
    (changes) => core.send('patch', '/api/response-targets/low', changes),
    [
      ['no time at all', { active: true, respondMinutes: null, resolveMinutes: null }, 'active'],
      ['a time to solve that is shorter', { respondMinutes: 10, resolveMinutes: 9 }, 'resolveMinutes'],
    ],
  );

  it('notifies active administrators alone', async () => {
    for (const { userId } of [core.managerA, core.deactivated]) {
      const response = await core.send('patch', '/api/response-targets/low', { escalateTo: [userId] });
      expect([response.status, errorsOf(response)]).toEqual([
        400,
        { escalateTo: ['Must be active administrators.'] },
      ]);
    }
    await setTarget('low', { escalateTo: [core.admin.userId] });
    await setTarget('low', { escalateTo: [] });
    expect((await core.send('patch', '/api/response-targets/urgent', { active: true })).status).toBe(404);
    const stale = core.as(core.admin).patch('/api/response-targets/low').set('If-Match', '"1"');
    expect((await stale.send({ atRiskPercent: 80 })).status).toBe(412);
  });

  it('gives open tickets their deadlines, new ones at once, and takes them back', async () => {
    const before = await core.create<Ticket>('tickets', { priority: 'high' });
    await setTarget('high', { active: true });
    const ticket = await core.create<Ticket>('tickets', { priority: 'high' });
    expect([minutesAfter(ticket, 'respondDueAt'), minutesAfter(ticket, 'resolveDueAt')]).toEqual([15, 240]);
    await runUntil(async () => (await read(before.id))['resolveDueAt'] !== null);
    expect(minutesAfter(await read(before.id), 'resolveDueAt')).toBe(240);
    expect((await read(before.id))['version']).toBe(before['version']);
    // Screens of each location hear of it, also where there are no such tickets.
    const changed = await core.query(
      `SELECT DISTINCT location_before AS place FROM auth.changes WHERE entity = 'deadline_change' ORDER BY place`,
    );
    expect(changed.map(({ place }) => place)).toEqual([...[core.storeA, core.storeB].toSorted(), null]);

    const code = await intakeOf(core).code();
    await intakeOf(core).report(code.code, { urgency: 'high' });
    const reported = await core.query<{ id: string }>("SELECT id FROM core.tickets WHERE via = 'qr'");
    expect(minutesAfter(await read(reported[0]?.id ?? ''), 'resolveDueAt')).toBe(240);

    const first = ticket['resolveDueAt'];
    expect(await change(ticket.id, { priority: 'low' })).toMatchObject({
      resolveDueAt: null,
      dueState: 'none',
    });
    expect(await change(ticket.id, { priority: 'high' })).toMatchObject({ resolveDueAt: first });
    // What people set goes first.
    const dueAt = soon(30);
    expect(await change(ticket.id, { dueAt })).toMatchObject({
      dueAt,
      resolveDueAt: first,
      dueState: 'on_track',
    });
    await setTarget('high', { active: false });
    await runUntil(async () => (await read(before.id))['resolveDueAt'] === null);
    expect(await read(before.id)).toMatchObject({ respondDueAt: null, resolveDueAt: null, dueState: 'none' });
  });
});

describe('a ticket', () => {
  it('is answered when it leaves incoming first, and met or missed once it is solved', async () => {
    const { id } = await core.create<Ticket>('tickets', { dueAt: soon(60) });
    const { respondedAt } = await change(id, { status: 'in_progress' });
    expect(respondedAt).toEqual(instant);
    await change(id, { status: 'incoming' });
    expect(await change(id, { status: 'solved' })).toMatchObject({ respondedAt, dueState: 'met' });
    expect(await change(id, { dueAt: soon(-1) })).toMatchObject({ dueState: 'missed' });
    const missed = await core.as(core.admin).get('/api/tickets?due=missed');
    expect(missed.body).toEqual([expect.objectContaining({ id })]);
    expect(await change(id, { dueAt: null })).toMatchObject({ dueState: 'none' });
  });

  it('does not count the time in which it was solved', async () => {
    await setTarget('high', { active: true });
    const { id } = await core.create<Ticket>('tickets', { priority: 'high' });
    await change(id, { status: 'solved' });
    await pass(id, 100);
    expect(minutesAfter(await change(id, { status: 'in_progress' }), 'resolveDueAt')).toBe(340);
    await setTarget('high', { active: false });
  });

  it('has no deadline while it is paused, and later ones afterwards', async () => {
    await setTarget('high', { active: true });
    const { id } = await core.create<Ticket>('tickets', { priority: 'high' });
    const paused = await post(id, 'pause', {
      reason: 'waiting_parts',
      note: 'Element ordered',
      until: soon(600),
    });
    expect([paused.status, paused.body]).toMatchObject([
      200,
      {
        respondDueAt: null,
        resolveDueAt: null,
        dueState: 'paused',
        pause: { reason: 'waiting_parts', note: 'Element ordered', since: instant, until: instant },
      },
    ]);
    expect(paused.headers['etag']).toBe('"2"');
    expect((await post(id, 'pause', { reason: 'other' })).status).toBe(409);
    await pass(id, 30);
    const resumed = await post(id, 'resume');
    expect(resumed.body).toMatchObject({ pause: null, dueState: 'on_track' });
    expect(minutesAfter(resumed.body as Ticket, 'resolveDueAt')).toBe(270);
    expect((await post(id, 'resume')).status).toBe(409);
    const stale = core.as(core.admin).post(`/api/tickets/${id}/pause`).set('If-Match', '"1"');
    expect((await stale.send({ reason: 'other' })).status).toBe(412);
    expect((await timeline(id)).slice(1)).toMatchObject([
      {
        kind: 'paused',
        actor: { firstName: 'Ada' },
        pause: { reason: 'waiting_parts', note: 'Element ordered' },
      },
      { kind: 'resumed', actor: { firstName: 'Ada' } },
    ]);
    await setTarget('high', { active: false });
  });

  it('goes on by itself at the end of a pause, from which it counts', async () => {
    await setTarget('high', { active: true });
    const { id } = await core.create<Ticket>('tickets', { priority: 'high' });
    await post(id, 'pause', { reason: 'waiting_vendor', until: soon(20) });
    await pass(id, 50);
    await untilRecorded(id, 2);
    const ticket = await read(id);
    expect([ticket['pause'], minutesAfter(ticket, 'resolveDueAt')]).toEqual([null, 260]);
    expect((await timeline(id)).at(-1)).toMatchObject({ kind: 'resumed', actor: null });
    await setTarget('high', { active: false });
  });

  it('ends its pause when it is solved, and cannot be paused then', async () => {
    const { id } = await core.create<Ticket>('tickets');
    await post(id, 'pause', { reason: 'store_closed' });
    expect(await change(id, { status: 'solved' })).toMatchObject({ pause: null, dueState: 'none' });
    expect((await timeline(id)).map(({ kind }) => kind).toSorted()).toEqual([
      'changed',
      'created',
      'paused',
      'resumed',
    ]);
    expect((await post(id, 'pause', { reason: 'other' })).status).toBe(409);
  });

  it('is paused until later', async () => {
    const { id } = await core.create<Ticket>('tickets');
    const refused = await post(id, 'pause', { reason: 'other', until: soon(-1) });
    expect([refused.status, Object.keys(errorsOf(refused) ?? {})]).toEqual([400, ['until']]);
  });
});

describe('a notification of a due date', () => {
  it('is at risk, overdue and escalated, each once, however many replicas there are', async () => {
    await setTarget('high', { active: true, escalateTo: [core.admin.userId] });
    const replica = await core.startReplica();
    const { id } = await core.create<Ticket>('tickets', { priority: 'high' });
    await pass(id, 181);
    expect(await readLag()).toBeGreaterThan(50);
    const apps = [core.app, replica];
    await runUntil(async () => (await kindsOf(id)).length > 0, apps);
    expect(await readLag()).toBe(0);
    expect(await read(id)).toMatchObject({ dueState: 'at_risk' });
    await pass(id, 60);
    await runUntil(async () => (await kindsOf(id)).length > 1, apps);
    expect(await read(id)).toMatchObject({ dueState: 'overdue' });
    await pass(id, 120);
    await runUntil(async () => (await kindsOf(id)).length > 2, apps);
    let rounds = 0;
    await runUntil(() => Promise.resolve((rounds += 1) > 5), apps);
    expect(await kindsOf(id)).toEqual(['at_risk', 'overdue', 'escalated']);
    expect((await timeline(id)).slice(1)).toMatchObject([
      { kind: 'overdue', actor: null, dueAt: instant },
      { kind: 'escalated', dueAt: instant, toldTo: [{ firstName: 'Ada', lastName: 'Admin' }] },
    ]);
    await setTarget('high', { active: false, escalateTo: [] });
  });

  it('is only the stronger after a stop, and nothing of a due date that was moved away', async () => {
    const { id } = await core.create<Ticket>('tickets', { dueAt: soon(60) });
    const dueAt = soon(600);
    const moved = await core.create<Ticket>('tickets', { dueAt: soon(60) });
    await change(moved.id, { dueAt });
    for (const ticket of [id, moved.id]) await pass(ticket, 100);
    await untilRecorded(id, 1);
    expect([await kindsOf(id), await kindsOf(moved.id)]).toEqual([['overdue'], []]);
  });

  it('is not made again when a due date comes back', async () => {
    const dueAt = soon(-10);
    const { id } = await core.create<Ticket>('tickets', { dueAt });
    await change(id, { dueAt: soon(-5) });
    await change(id, { dueAt });
    expect(await kindsOf(id)).toEqual(['overdue', 'overdue']);
  });
});

describe('the list of tickets', () => {
  it('is filtered and sorted by due dates', async () => {
    const store = await core.createStore('Due');
    const make = (title: string, more: object) =>
      core.create<Ticket>('tickets', { title, locationId: store, ...more });
    await make('none', {});
    await make('later', { dueAt: soon(600) });
    await make('overdue', { dueAt: soon(-1) });
    await make('solved', { dueAt: soon(-2) }).then(({ id }) => change(id, { status: 'solved' }));
    await make('paused', {}).then(({ id }) => post(id, 'pause', { reason: 'other' }));
    const risky = await make('at risk', { dueAt: soon(100) });
    await pass(risky.id, 90);
    const titles = async (query: string) =>
      (await core.walk(core.admin, `/api/tickets?locationId=${store}&limit=2&${query}`, 'title')).flat();
    for (const due of ['overdue', 'at_risk', 'paused', 'none'])
      expect(await titles(`due=${due}`)).toEqual([due.replace('_', ' ')]);
    const manager = await core.createUser({ role: 'district_manager' });
    await core.assign(manager.userId, store);
    const counts = await core.as(manager).get('/api/tickets/due');
    expect([counts.status, counts.body]).toEqual([
      200,
      { active: false, overdue: 1, atRisk: 1, vendorWaiting: 0 },
    ]);
    expect(await titles('sort=dueAt')).toEqual(['solved', 'overdue', 'at risk', 'later', 'paused', 'none']);
    await make('later overdue', { dueAt: soon(-2) });
    await make('same overdue', { dueAt: soon(-3) });
    await make('newer paused', {}).then(({ id }) => post(id, 'pause', { reason: 'other' }));
    await make('dated paused', { dueAt: soon(900) }).then(({ id }) => post(id, 'pause', { reason: 'other' }));
    const riskier = await make('riskier', { dueAt: soon(100) });
    await pass(riskier.id, 95);
    // The clock has seen one of them only.
    await core.query(
      `UPDATE core.ticket_deadlines SET next_at = NULL, passed = (ticket_id = $1)::int WHERE ticket_id IN ($1, $2)`,
      [risky.id, riskier.id],
    );
    await core.query(
      `UPDATE core.tickets t SET due_at = o.due_at FROM core.tickets o
       WHERE t.title = 'same overdue' AND o.title = 'later overdue'`,
    );
    await core.query(
      `UPDATE core.ticket_deadlines d SET due_at = t.due_at FROM core.tickets t
       WHERE t.id = d.ticket_id AND t.title = 'same overdue'`,
    );
    const overdue = ['same overdue', 'later overdue', 'overdue'];
    expect(await titles('due=overdue')).toEqual(overdue);
    expect(await titles('due=overdue&q=overdue')).toEqual(overdue);
    expect(await titles('due=overdue&sort=createdAt')).toEqual(['overdue', 'later overdue', 'same overdue']);
    expect(await titles('due=overdue&sort=-createdAt')).toEqual(overdue);
    expect(await titles('due=at_risk')).toEqual(['riskier', 'at risk']);
    expect(await titles('due=paused')).toEqual(['dated paused', 'newer paused', 'paused']);
    const elsewhere = await core.createStore('Elsewhere');
    const { id } = await make('moved overdue', { dueAt: soon(-9) });
    await change(id, { locationId: elsewhere });
    expect(await titles('due=overdue')).toEqual(overdue);
    await change(id, { locationId: store, status: 'solved' });
    expect(await titles('due=overdue')).toEqual(overdue);
    await change(id, { status: 'in_progress' });
    expect(await titles('due=overdue&status=in_progress')).toEqual(['moved overdue']);
    expect(await titles('due=overdue')).toEqual(['moved overdue', ...overdue]);
    const { headers } = await core.as(core.admin).get('/api/tickets?limit=1');
    const cursor = new URLSearchParams(/\?(.*)>/.exec(headers['link'] ?? '')?.[1]).get('cursor') ?? '';
    const response = await core.as(core.admin).get(`/api/tickets?sort=dueAt&cursor=${cursor}`);
    expect([response.status, Object.keys(errorsOf(response) ?? {})]).toEqual([400, ['cursor']]);
  });

  it('is sorted by due dates through all stores, page by page', async () => {
    await core.create('tickets', { dueAt: soon(-1) });
    const dueOf = (row: Row) => Date.parse(String(row['dueAt'] ?? row['resolveDueAt'])) || Infinity;
    const createdOf = (row: Row) => Date.parse(String(row['createdAt']));
    for (const filter of ['', '&status=solved']) {
      const listed: Row[] = [];
      for await (const { body } of core.pages(core.admin, `/api/tickets?limit=100${filter}`))
        listed.push(...(body as Row[]));
      const sorted = listed.toSorted(
        (a, b) =>
          dueOf(a) - dueOf(b) || createdOf(b) - createdOf(a) || (String(a['id']) < String(b['id']) ? -1 : 1),
      );
      const walked = await core.walk(core.admin, `/api/tickets?sort=dueAt&limit=2${filter}`, 'id');
      expect(walked.flat()).toEqual(sorted.map(({ id }) => id));
    }
  });
});
