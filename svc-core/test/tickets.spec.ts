import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { errorsOf, instant, itRejects, type Row, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

/** A ticket created through the API. */
const createTicket = (more: object = {}, user: { cookie: string } = core.admin) =>
  core.create<TicketResponse>('tickets', more, user);
const post = (change: object, user: { cookie: string } = core.admin) => core.post('tickets', change, user);

const withoutRequestId = (response: { body: unknown }): unknown => ({
  ...(response.body as object),
  requestId: undefined,
});

describe('POST /api/tickets', () => {
  itRejects(post, [
    ['a title of 128 emoji, which are 256 characters', { title: '🍞'.repeat(128) }, 'title'],
    ['NUL in a title', { title: 'a\0b' }, { title: ['Contains characters that cannot be stored.'] }],
    ['half a surrogate pair', { title: 'a\ud83cb' }, 'title'],
    [
      'a status other than the first',
      { status: 'solved' },
      { status: ['A new ticket must have the status incoming.'] },
    ],
  ]);

  it('lets a manager assign a colleague of the same store', async () => {
    const colleague = await core.createManager(core.storeA);
    const ticket = await createTicket({ assignedTo: colleague.userId }, core.managerA);
    expect(ticket.assignee).toEqual({
      id: colleague.userId,
      firstName: 'Cleo',
      lastName: 'Cook',
      canOpen: true,
    });
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
    expect(await createTicket({ notes: '' })).toMatchObject({ notes: null });
    expect(await createTicket(fields)).toMatchObject({
      ...fields,
      assignee: { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
    });
  });
});

describe('GET /api/tickets/:id', () => {
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
});

describe('PATCH /api/tickets/:id', () => {
  const patch = (id: string, changes: object, user: { cookie: string } | undefined = core.admin) =>
    core.as(user).patch(`/api/tickets/${id}`).send(changes);

  it('is refused by the first rule that it breaks, and then writes nothing', async () => {
    const { id, title } = await createTicket();
    const broken = ['locationId', 'equipmentId', 'vendorId'];
    for (const [at, field] of broken.entries()) {
      const ids = Object.fromEntries(broken.slice(at).map((name) => [name, unknownId]));
      const response = await patch(id, { title: 'Other', ...ids });
      expect([response.status, errorsOf(response)]).toEqual([400, { [field]: [expect.any(String)] }]);
    }
    expect((await patch(id, {})).body).toMatchObject({ title });
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

  it.each([
    ['was deactivated', 'UPDATE auth.users SET active = false WHERE id = $1'],
    ['lost the store', 'DELETE FROM core.manager_assignments WHERE manager_id = $1'],
  ])('keeps an assignee who %s meanwhile, and says that they cannot open it', async (_what, leaves) => {
    const leaver = await core.createManager(core.storeA);
    const { id } = await createTicket({ assignedTo: leaver.userId });
    await core.query(leaves, [leaver.userId]);
    const kept = await patch(id, { assignedTo: leaver.userId, priority: 'high' });
    expect(kept.body).toMatchObject({ priority: 'high', assignee: { id: leaver.userId, canOpen: false } });
  });

  it('sets completedAt on entering solved, keeps it there, and clears it on leaving', async () => {
    const { id } = await createTicket();
    const solved = (await patch(id, { status: 'solved' })).body as TicketResponse;
    expect(solved).toMatchObject({ status: 'solved', completedAt: instant });
    const still = (await patch(id, { status: 'solved', notes: 'Done.' })).body as TicketResponse;
    expect(still.completedAt).toBe(solved.completedAt);
    for (const status of ['incoming', 'in_progress'])
      expect((await patch(id, { status })).body).toMatchObject({ status, completedAt: null });
  });
});

describe('the equipment of a ticket', () => {
  const create = (location_id: string, name: string) => core.insert('equipment', { location_id, name });
  const patch = (id: string, changes: object, user: { cookie: string } = core.admin) =>
    core.as(user).patch(`/api/tickets/${id}`).send(changes);
  const noSuch = { equipmentId: ['There is no such equipment at this location.'] };

  it('can be changed and cleared', async () => {
    const [fryer, oven] = [await create(core.storeA, 'Fryer'), await create(core.storeA, 'Oven')];
    const ticket = await createTicket({ equipmentId: fryer }, core.managerA);
    expect(ticket).toMatchObject({ equipmentId: fryer, equipment: { id: fryer, name: 'Fryer' } });
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
  const report = (ticket_id: string, urgency: string, more: Row = {}) =>
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
    await core.query(`UPDATE core.tickets SET via = 'qr', created_by = NULL WHERE id = $1`, [id]);
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
