import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { TicketResponse } from '../src/tickets/tickets.schemas.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const newTicket = (more: object = {}) => ({
  title: 'Oven is cold',
  description: 'It does not heat up any more.',
  locationId: core.storeA,
  ticketType: 'repair',
  ...more,
});

/** A ticket created through the API. */
async function createTicket(more: object = {}, user = core.admin): Promise<TicketResponse> {
  const response = await core.as(user).post('/api/tickets').send(newTicket(more));
  expect(response.status).toBe(201);
  return response.body as TicketResponse;
}

const errorsOf = (response: { body: unknown }): unknown => (response.body as { errors?: unknown }).errors;
const withoutRequestId = (response: { body: unknown }): unknown => ({
  ...(response.body as object),
  requestId: undefined,
});

describe('POST /api/tickets', () => {
  it('requires a session', async () => {
    expect((await core.as().post('/api/tickets').send(newTicket())).status).toBe(401);
  });

  it.each([
    ['no title', { title: undefined }, { title: ['Required.'] }],
    ['an empty title', { title: '' }, { title: ['Must not be empty.'] }],
    ['a title of white space', { title: ' \t\n' }, { title: ['Must not be empty.'] }],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, { title: ['At most 255 characters.'] }],
    [
      'a title of 128 emoji, which are 256 characters',
      { title: '🍞'.repeat(128) },
      { title: ['At most 255 characters.'] },
    ],
    ['a number for a title', { title: 5 }, { title: ['Must be text.'] }],
    ['NUL in a title', { title: 'a\0b' }, { title: ['Contains characters that cannot be stored.'] }],
    [
      'half a surrogate pair',
      { title: 'a\ud83cb' },
      { title: ['Contains characters that cannot be stored.'] },
    ],
    ['no description', { description: undefined }, { description: ['Required.'] }],
    ['null for a description', { description: null }, { description: ['Must be text.'] }],
    ['no location', { locationId: undefined }, { locationId: ['Required.'] }],
    ['a malformed location', { locationId: 'store-1' }, { locationId: ['Must be an id.'] }],
    ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    ['no type', { ticketType: undefined }, { ticketType: ['Required.'] }],
    [
      'an unknown type',
      { ticketType: 'painting' },
      { ticketType: ['Must be one of: repair, inspection, cleaning, equipment, other.'] },
    ],
    ['an array for a type', { ticketType: ['repair'] }, { ticketType: [expect.stringContaining('one of')] }],
    ['an unknown priority', { priority: 'urgent' }, { priority: ['Must be one of: low, medium, high.'] }],
    [
      'a status other than the first',
      { status: 'solved' },
      { status: ['A new ticket must have the status incoming.'] },
    ],
    ['an unknown assignee', { assignedTo: unknownId }, { assignedTo: ['There is no such active employee.'] }],
    [
      'unknown equipment',
      { equipmentId: unknownId },
      { equipmentId: ['There is no such equipment at this location.'] },
    ],
    ['malformed equipment', { equipmentId: 'fryer' }, { equipmentId: ['Must be an id.'] }],
    ['completedAt in the body', { completedAt: '2026-01-01T00:00:00Z' }, { completedAt: ['Unknown field.'] }],
    ['an id in the body', { id: unknownId }, { id: ['Unknown field.'] }],
    ['createdAt in the body', { createdAt: '2026-01-01T00:00:00Z' }, { createdAt: ['Unknown field.'] }],
  ])('rejects %s', async (_name, change, errors) => {
    const response = await core.as(core.admin).post('/api/tickets').send(newTicket(change));
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual(errors);
  });

  it('returns the same for an invisible and an unknown location', async () => {
    const ask = (locationId: string) =>
      core.as(core.managerA).post('/api/tickets').send(newTicket({ locationId }));
    const [foreign, unknown] = [await ask(core.storeB), await ask(unknownId)];
    expect(foreign.status).toBe(400);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unknown));
  });

  it('returns the same for an invisible and an unknown assignee', async () => {
    const ask = (assignedTo: string) =>
      core.as(core.managerA).post('/api/tickets').send(newTicket({ assignedTo }));
    const [foreign, unknown] = [await ask(core.managerB.userId), await ask(unknownId)];
    expect(foreign.status).toBe(400);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unknown));
    expect((await ask(core.managerA.userId)).status).toBe(201);
  });

  it('rejects a deactivated assignee', async () => {
    const response = await core
      .as(core.admin)
      .post('/api/tickets')
      .send(newTicket({ assignedTo: core.deactivated.userId }));
    expect(errorsOf(response)).toEqual({ assignedTo: ['There is no such active employee.'] });
  });

  it('lets a manager assign a colleague of the same store', async () => {
    const colleague = await core.createUser({
      role: 'district_manager',
      firstName: 'Cleo',
      lastName: 'Cook',
    });
    await core.assign(colleague.userId, core.storeA);
    const ticket = await createTicket({ assignedTo: colleague.userId }, core.managerA);
    expect(ticket.assignee).toEqual({ id: colleague.userId, firstName: 'Cleo', lastName: 'Cook' });
  });

  it('creates an incoming ticket of medium priority', async () => {
    const ticket = await createTicket({ title: '  Oven is cold ' }, core.managerA);
    expect(ticket).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      title: 'Oven is cold',
      description: 'It does not heat up any more.',
      locationId: core.storeA,
      assignedTo: null,
      status: 'incoming',
      priority: 'medium',
      ticketType: 'repair',
      notes: null,
      createdAt: instant,
      updatedAt: instant,
      completedAt: null,
      number: expect.any(Number),
      createdBy: core.managerA.userId,
      via: 'app',
      commentCount: 0,
      watching: true,
      location: { id: core.storeA, name: 'Store A' },
      assignee: null,
      equipmentId: null,
      equipment: null,
      report: null,
    });
    expect((await core.as(core.managerA).get(`/api/tickets/${ticket.id}`)).body).toEqual(ticket);
  });

  it('accepts all fields of the form', async () => {
    const fields = {
      title: 'x'.repeat(255),
      status: 'incoming',
      priority: 'high',
      ticketType: 'equipment',
      notes: 'Call before noon. \u202e',
      assignedTo: core.managerA.userId,
    };
    expect(await createTicket(fields)).toMatchObject({
      ...fields,
      assignee: { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
    });
  });

  it('stores empty notes as null', async () => {
    expect(await createTicket({ notes: '' })).toMatchObject({ notes: null });
  });
});

describe('GET /api/tickets/:id', () => {
  it('requires a session', async () => {
    expect((await core.as().get(`/api/tickets/${unknownId}`)).status).toBe(401);
  });

  it('returns the same for unknown, malformed and invisible ids', async () => {
    const { id } = await createTicket({ locationId: core.storeB });
    const responses = [];
    for (const asked of [unknownId, 'nonsense', "1'--", id]) {
      const response = await core.as(core.managerA).get(`/api/tickets/${encodeURIComponent(asked)}`);
      expect(response.status).toBe(404);
      responses.push(withoutRequestId(response));
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  it('returns 404 once the store is no longer assigned to the manager', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    await core.assign(manager.userId, core.storeA);
    const { id } = await createTicket();
    expect((await core.as(manager).get(`/api/tickets/${id}`)).status).toBe(200);
    await core.backends.admin.query('DELETE FROM core.manager_assignments WHERE manager_id = $1', [
      manager.userId,
    ]);
    expect((await core.as(manager).get(`/api/tickets/${id}`)).status).toBe(404);
  });
});

describe('PATCH /api/tickets/:id', () => {
  const patch = (id: string, changes: object, user: { cookie: string } | undefined = core.admin) =>
    core.as(user).patch(`/api/tickets/${id}`).send(changes);

  it('requires a session', async () => {
    const { id } = await createTicket();
    expect((await core.as().patch(`/api/tickets/${id}`).send({ status: 'solved' })).status).toBe(401);
  });

  it('returns the same for an invisible and an unknown ticket, and does not change it', async () => {
    const ticket = await createTicket({ locationId: core.storeB });
    const foreign = await patch(ticket.id, { status: 'solved' }, core.managerA);
    const unknown = await patch(unknownId, { status: 'solved' }, core.managerA);
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(unknown));
    expect((await patch(ticket.id, { locationId: unknownId }, core.managerA)).status).toBe(404);
    expect((await core.as(core.admin).get(`/api/tickets/${ticket.id}`)).body).toEqual(ticket);
  });

  it.each([
    ['an unknown status', { status: 'closed' }, 'status'],
    ['null for a status', { status: null }, 'status'],
    ['null for a title', { title: null }, 'title'],
    ['an empty title', { title: '' }, 'title'],
    ['an unknown location', { locationId: unknownId }, 'locationId'],
    ['an unknown assignee', { assignedTo: unknownId }, 'assignedTo'],
    ['completedAt in the body', { completedAt: null }, 'completedAt'],
    ['an id', { id: unknownId }, 'id'],
  ])('rejects %s', async (_name, changes, field) => {
    const { id } = await createTicket();
    const response = await patch(id, changes);
    expect(response.status).toBe(400);
    expect(Object.keys(errorsOf(response) as object)).toEqual([field]);
  });

  it('does not let a manager move a ticket to an invisible store, or assign it to an invisible user', async () => {
    const ticket = await createTicket();
    const moved = await patch(ticket.id, { locationId: core.storeB }, core.managerA);
    expect(errorsOf(moved)).toEqual({ locationId: ['There is no such location.'] });
    const given = await patch(ticket.id, { assignedTo: core.managerB.userId }, core.managerA);
    expect(errorsOf(given)).toEqual({ assignedTo: ['There is no such active employee.'] });
    expect((await core.as(core.admin).get(`/api/tickets/${ticket.id}`)).body).toEqual(ticket);
  });

  it('changes only the given fields', async () => {
    const ticket = await createTicket({ notes: 'Call first.' }, core.managerA);
    const changes = { title: 'Oven is hot', priority: 'low', ticketType: 'other', notes: null };
    const response = await patch(ticket.id, changes, core.managerA);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...ticket, ...changes, updatedAt: instant });
    expect(Date.parse((response.body as TicketResponse).updatedAt)).toBeGreaterThan(
      Date.parse(ticket.updatedAt),
    );
  });

  it('accepts an empty change without effect', async () => {
    const ticket = await createTicket();
    const response = await patch(ticket.id, {});
    expect([response.status, response.body]).toEqual([200, ticket]);
  });

  it('moves a ticket between stores and assignees for an administrator', async () => {
    const { id } = await createTicket();
    const response = await patch(id, { locationId: core.storeB, assignedTo: core.managerB.userId });
    expect(response.body).toMatchObject({
      location: { id: core.storeB, name: 'Store B' },
      assignee: { id: core.managerB.userId, firstName: 'Bob', lastName: 'Baker' },
    });
    expect((await patch(id, { assignedTo: null })).body).toMatchObject({ assignedTo: null, assignee: null });
  });

  it('keeps an assignee who was deactivated meanwhile', async () => {
    const leaver = await core.createUser({ role: 'district_manager' });
    const { id } = await createTicket({ assignedTo: leaver.userId });
    await core.backends.admin.query('UPDATE auth.users SET active = false WHERE id = $1', [leaver.userId]);
    expect((await patch(id, { assignedTo: leaver.userId, priority: 'high' })).status).toBe(200);
  });

  it('sets completedAt on entering solved, keeps it there, and clears it on leaving', async () => {
    const { id } = await createTicket();
    const solved = (await patch(id, { status: 'solved' })).body as TicketResponse;
    expect(solved).toMatchObject({ status: 'solved', completedAt: instant });
    const still = (await patch(id, { status: 'solved', notes: 'Done.' })).body as TicketResponse;
    expect(still.completedAt).toBe(solved.completedAt);
    expect((await patch(id, { status: 'incoming' })).body).toMatchObject({
      status: 'incoming',
      completedAt: null,
    });
    expect((await patch(id, { status: 'in_progress' })).body).toMatchObject({
      status: 'in_progress',
      completedAt: null,
    });
  });

  it('keeps status and completedAt consistent during concurrent changes', async () => {
    const { id } = await createTicket();
    const statuses = ['solved', 'incoming', 'solved', 'in_progress'];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => patch(id, { status: statuses[index % statuses.length] })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { body } of responses) {
      const { status, completedAt } = body as TicketResponse;
      expect(completedAt !== null).toBe(status === 'solved');
    }
  });
});

describe('the equipment of a ticket', () => {
  const create = (location_id: string, name: string) =>
    core.insert('equipment', { location_id, name, category: 'cooking' });
  const patch = (id: string, changes: object, user: { cookie: string } = core.admin) =>
    core.as(user).patch(`/api/tickets/${id}`).send(changes);
  const noSuch = { equipmentId: ['There is no such equipment at this location.'] };

  it('is of its location, in a new ticket and in a change', async () => {
    const [fryer, oven, foreign] = [
      await create(core.storeA, 'Fryer'),
      await create(core.storeA, 'Oven'),
      await create(core.storeB, 'Grill'),
    ];
    const refused = await core
      .as(core.admin)
      .post('/api/tickets')
      .send(newTicket({ equipmentId: foreign }));
    expect([refused.status, errorsOf(refused)]).toEqual([400, noSuch]);
    const ticket = await createTicket({ equipmentId: fryer }, core.managerA);
    expect(ticket).toMatchObject({ equipmentId: fryer, equipment: { id: fryer, name: 'Fryer' } });
    for (const equipmentId of [foreign, unknownId]) {
      const response = await patch(ticket.id, { equipmentId });
      expect([response.status, errorsOf(response)]).toEqual([400, noSuch]);
    }
    const changed = await patch(ticket.id, { equipmentId: oven }, core.managerA);
    expect(changed.body).toMatchObject({ equipmentId: oven, equipment: { id: oven, name: 'Oven' } });
    const cleared = await patch(ticket.id, { equipmentId: null });
    expect(cleared.body).toMatchObject({ equipmentId: null, equipment: null });
  });

  it('is left when the ticket moves, unless the change names some of the new location', async () => {
    const [fryer, grill] = [await create(core.storeA, 'Fryer'), await create(core.storeB, 'Grill')];
    const first = await createTicket({ equipmentId: fryer });
    expect((await patch(first.id, { locationId: core.storeB })).body).toMatchObject({
      locationId: core.storeB,
      equipmentId: null,
      equipment: null,
    });
    // Also in the row: it does not come back with the ticket.
    expect((await patch(first.id, { locationId: core.storeA })).body).toMatchObject({ equipmentId: null });
    const second = await createTicket({ equipmentId: fryer });
    const taken = await patch(second.id, { locationId: core.storeB, equipmentId: fryer });
    expect([taken.status, errorsOf(taken)]).toEqual([400, noSuch]);
    expect((await patch(second.id, { locationId: core.storeB, equipmentId: grill })).body).toMatchObject({
      equipment: { id: grill, name: 'Grill' },
    });
  });

  it('stays when it is sent back, and is not shown to those who cannot see where it stands now', async () => {
    const fryer = await create(core.storeA, 'Fryer');
    const ticket = await createTicket({ equipmentId: fryer });
    await core.as(core.admin).patch(`/api/equipment/${fryer}`).send({ locationId: core.storeB });
    expect((await core.as(core.managerA).get(`/api/tickets/${ticket.id}`)).body).toMatchObject({
      equipmentId: null,
      equipment: null,
    });
    const sentBack = await patch(ticket.id, { equipmentId: fryer, priority: 'high' });
    expect(sentBack.body).toMatchObject({ priority: 'high', equipment: { id: fryer, name: 'Fryer' } });
  });
});

describe('the report of a ticket', () => {
  const report = (ticket_id: string, urgency: string, more: object = {}) =>
    core.insert('intake_reports', {
      ticket_id,
      description: 'Cold.',
      urgency,
      language: 'en',
      tracking_hash: randomBytes(32),
      ...more,
    });

  it('is the first one, with the number of all', async () => {
    const { id } = await createTicket();
    await core.backends.admin.query(`UPDATE core.tickets SET via = 'qr', created_by = NULL WHERE id = $1`, [
      id,
    ]);
    await report(id, 'high', { reporter_name: 'Sam', contact: 'sam@example.com' });
    await report(id, 'low', { reporter_name: 'Kim' });
    const expected = { reporterName: 'Sam', contact: 'sam@example.com', urgency: 'high', count: 2 };
    expect((await core.as(core.managerA).get(`/api/tickets/${id}`)).body).toMatchObject({ report: expected });
    const listed = await core.as(core.managerA).get(`/api/tickets?limit=1`);
    expect((listed.body as TicketResponse[])[0]).toMatchObject({ id, report: expected });
  });

  it('is null for tickets that were not made by a code', async () => {
    const { id } = await createTicket();
    await report(id, 'high');
    expect((await core.as(core.admin).get(`/api/tickets/${id}`)).body).toMatchObject({ report: null });
  });
});

describe('a ticket of a removed user or location', () => {
  it('becomes unassigned with the user, and is removed with the location', async () => {
    const leaver = await core.createUser({ role: 'district_manager' });
    const store = await core.createStore('Closing');
    const { id } = await createTicket({ locationId: store, assignedTo: leaver.userId });
    await core.backends.admin.query('DELETE FROM auth.users WHERE id = $1', [leaver.userId]);
    expect((await core.as(core.admin).get(`/api/tickets/${id}`)).body).toMatchObject({
      assignedTo: null,
      assignee: null,
    });
    expect((await core.as(core.admin).delete(`/api/locations/${store}`)).status).toBe(204);
    expect((await core.as(core.admin).get(`/api/tickets/${id}`)).status).toBe(404);
  });
});
