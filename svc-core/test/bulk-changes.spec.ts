import { describe, expect, it } from '@jest/globals';
import { BulkChangesPurge } from '../src/bulk-changes/bulk-changes-purge.ts';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { bulksOf, outcomesOf, resultsOf } from './bulk-calls.ts';
import { conversationOf } from './conversation.ts';
import { errorsOf, instant, itRejects, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
const { change, insertMany, undo, undoable } = bulksOf(core);
const talk = conversationOf(core);

const create = (more: object = {}) => core.create<TicketResponse>('tickets', more);
const read = (id: string) => talk.getTicket(core.admin, id);
const needApproval = async (id: string) => {
  await talk.changeTicket(core.admin, id, { spendingLimit: '5' });
  const cost = { kind: 'parts', amount: '20', description: 'Fuse' };
  await core.send('post', `/api/tickets/${id}/costs`, cost);
};
/** A ticket after these steps, with what a change of many tickets did to it. */
async function changedOne(more: object, changes: object) {
  const { id } = await create();
  await talk.changeTicket(core.admin, id, more);
  const before = await read(id);
  const response = await change({ ids: [id], changes });
  return { id, before, bulkId: resultsOf(response).id };
}
const linesOf = async (id: string) =>
  (await talk.timeline(core.admin, id)).map(({ kind, via, changes }) =>
    [kind, via, ...changes.map(({ from, to }) => `${from}>${to}`)].join(' '),
  );

describe('a change of many tickets', () => {
  it('changes each by its own rules, and says in the order of the request what became of it', async () => {
    const [first, same, costly, stale] = [await create(), await create(), await create(), await create()];
    await talk.changeTicket(core.admin, same.id, { status: 'solved', priority: 'high' });
    await needApproval(costly.id);
    const elsewhere = await create({ locationId: core.storeB });
    const ids = [stale, elsewhere, costly, same, first].map(({ id }) => id);
    const changes = { status: 'solved', priority: 'high' };
    const versions = { [stale.id]: 7, [first.id]: 1 };
    const response = await change({ ids, versions, changes }, core.managerA);
    expect([response.status, response.body]).toEqual([
      200,
      {
        id: expect.any(String),
        undoUntil: instant,
        results: [
          [stale, 'refused', 412, 'changed', 'Somebody else changed this in the meantime.'],
          [
            { ...elsewhere, number: null },
            'refused',
            404,
            'not_found',
            expect.stringMatching(/^Not found\./),
          ],
          [costly, 'refused', 409, 'approval_needed', expect.stringMatching(/^Costs of \$20\.00 exceed/)],
          [same, 'unchanged', 200, null, null],
          [first, 'changed', 200, null, null],
        ].map(([ticket, outcome, status, code, detail]) => {
          const { id, number } = ticket as TicketResponse;
          return { id, number, outcome, status, code, detail };
        }),
      },
    ]);
    expect(await Promise.all(ids.map(async (id) => (await read(id)).status))).toEqual([
      'incoming',
      'incoming',
      'incoming',
      'solved',
      'solved',
    ]);
    expect((await linesOf(first.id)).slice(1)).toEqual(['changed bulk incoming>solved medium>high']);
    const minutes = (Date.parse(resultsOf(response).undoUntil) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(10);
  });

  it('leaves absent fields, empties the assignee with null, and moves as a PATCH does', async () => {
    const equipmentId = await core.insert('equipment');
    const assignedTo = core.managerA.userId;
    const { id } = await create({ assignedTo, equipmentId, priority: 'low' });
    const changes = { assignedTo: null, locationId: core.storeB };
    expect(outcomesOf(await change({ ids: [id], changes }))).toEqual(['changed 200']);
    expect(await read(id)).toMatchObject({ ...changes, equipmentId: null, priority: 'low' });
  });

  it('is made once with a key; another body with it is refused', async () => {
    const { id } = await create();
    const body = { ids: [id], changes: { priority: 'high' } };
    const [first, second] = [await change(body, core.admin, 'k'), await change(body, core.admin, 'k')];
    expect(second.body).toEqual(first.body);
    expect(outcomesOf(second)).toEqual(['changed 200']);
    expect((await change({ ...body, changes: { priority: 'low' } }, core.admin, 'k')).status).toBe(422);
    expect(await core.count('core.bulk_change_tickets WHERE ticket_id = $1', id)).toBe(1);
  });

  const ids = [unknownId];
  itRejects<object>(change, [
    ['no change', { ids, changes: {} }, { changes: ['Name at least one change.'] }],
    ['no ticket', { ids: [], changes: { priority: 'high' } }, 'ids'],
    [
      'a ticket twice',
      { ids: [unknownId, unknownId.toUpperCase()], changes: { priority: 'high' } },
      { ids: ['Names a ticket twice.'] },
    ],
    [
      'an unknown change',
      { ids, changes: { priority: 'high', title: 'x' } },
      { 'changes.title': ['Unknown field.'] },
    ],
    ['a field set to null', { ids, changes: { status: null } }, 'changes.status'],
    [
      'the version of another ticket',
      { ids, changes: { priority: 'high' }, versions: { [unknownId.replace('1', '2')]: 1 } },
      { versions: ['Names a ticket that is not in ids.'] },
    ],
    ['a location that does not exist', { ids, changes: { locationId: unknownId } }, 'changes.locationId'],
    ['a person who does not exist', { ids, changes: { assignedTo: unknownId } }, 'changes.assignedTo'],
  ]);

  it('names no person and no store that whoever asks cannot see', async () => {
    const { id } = await create();
    for (const changes of [{ locationId: core.storeB }, { assignedTo: core.managerB.userId }]) {
      const response = await change({ ids: [id], changes }, core.managerA);
      expect([response.status, Object.keys(errorsOf(response) ?? {})]).toEqual([
        400,
        [`changes.${Object.keys(changes)[0]}`],
      ]);
    }
  });

  it('of two people at once changes each ticket twice', async () => {
    const all = await insertMany(20);
    const [one, other] = await Promise.all([
      change({ ids: all, changes: { priority: 'high' } }),
      change({ ids: all.toReversed(), changes: { priority: 'low' } }, core.managerA),
    ]);
    const changed = all.map(() => 'changed 200');
    expect([outcomesOf(one), outcomesOf(other)]).toEqual([changed, changed]);
    expect(await core.count('core.tickets WHERE id = ANY ($1) AND version = 3', all)).toBe(20);
  });
});

describe('an undo', () => {
  it('of solving restores the status and the pause that it ended, and the clock is as before', async () => {
    const dueAt = '2099-03-05T15:04:00.000Z';
    const { id } = await create({ dueAt });
    await core.send('post', `/api/tickets/${id}/pause`, { reason: 'waiting_parts', note: 'Fuse' });
    const before = await read(id);
    const response = await change({ ids: [id], changes: { status: 'solved', priority: 'high' } });
    expect(await read(id)).toMatchObject({ status: 'solved', pause: null, completedAt: instant });
    const undone = await undo(resultsOf(response).id);
    expect([undone.status, undone.body]).toEqual([
      200,
      {
        id: resultsOf(response).id,
        undoUntil: resultsOf(response).undoUntil,
        results: [{ id, number: before.number, outcome: 'restored', status: 200, code: null, detail: null }],
      },
    ]);
    expect(await read(id)).toEqual({
      ...before,
      // It was begun once.
      respondedAt: instant,
      updatedAt: instant,
    });
    expect(await core.count('core.ticket_stops WHERE ticket_id = $1', id)).toBe(1);
    expect((await linesOf(id)).slice(2)).toEqual([
      'changed bulk incoming>solved medium>high',
      'resumed ',
      'changed bulk solved>incoming high>medium',
      'paused ',
    ]);
  });

  it('of reopening restores the time of completion', async () => {
    const { id, before, bulkId } = await changedOne({ status: 'solved' }, { status: 'in_progress' });
    expect((await read(id)).completedAt).toBe(null);
    expect(outcomesOf(await undo(bulkId))).toEqual(['restored 200']);
    expect(await read(id)).toEqual({ ...before, updatedAt: instant });
    expect(await core.count('core.ticket_stops WHERE ticket_id = $1', id)).toBe(0);
  });

  it.each<[string, object, object, (id: string) => Promise<unknown>, string]>([
    [
      'one field was changed since',
      {},
      { priority: 'high', status: 'in_progress' },
      (id) => talk.changeTicket(core.admin, id, { priority: 'low' }),
      'kept 409',
    ],
    ['a rule asks for more now', { status: 'solved' }, { status: 'incoming' }, needApproval, 'kept 409'],
    [
      'it was deleted',
      {},
      { priority: 'high' },
      (id) => core.as(core.admin).delete(`/api/tickets/${id}`).expect(204),
      'kept 404',
    ],
  ])('leaves a ticket alone if %s', async (_why, more, changes, happen, outcome) => {
    const { id, bulkId } = await changedOne(more, changes);
    await happen(id);
    const before = await core.query('SELECT * FROM core.tickets WHERE id = $1', [id]);
    expect(outcomesOf(await undo(bulkId))).toEqual([outcome]);
    expect(await core.query('SELECT * FROM core.tickets WHERE id = $1', [id])).toEqual(before);
  });

  it('restores what has the value of the change again, and leaves other fields as they are by now', async () => {
    const { id, bulkId } = await changedOne({}, { priority: 'high' });
    for (const priority of ['low', 'high'])
      await talk.changeTicket(core.admin, id, { priority, title: 'New' });
    expect(outcomesOf(await undo(bulkId))).toEqual(['restored 200']);
    expect(await read(id)).toMatchObject({ priority: 'medium', title: 'New' });
  });

  it('leaves the clock to whoever has solved it again since', async () => {
    const { id, bulkId } = await changedOne({}, { status: 'solved' });
    await talk.changeTicket(core.admin, id, { status: 'in_progress' });
    await core.send('post', `/api/tickets/${id}/pause`, { reason: 'other' });
    await talk.changeTicket(core.admin, id, { status: 'solved' });
    expect(outcomesOf(await undo(bulkId))).toEqual(['restored 200']);
    expect(await read(id)).toMatchObject({ status: 'incoming', completedAt: null, pause: null });
    // Of both times in which it was solved, and the pause between them.
    expect(await core.count('core.ticket_stops WHERE ticket_id = $1 AND ended_at IS NOT NULL', id)).toBe(3);
  });

  it('is made by one of two requests at once, and the other gets a 409', async () => {
    const ids = await insertMany(120);
    const { id } = resultsOf(await change({ ids, changes: { priority: 'high' } }));
    const both = await Promise.all([undo(id), undo(id)]);
    const [done, late] = both.toSorted((one, other) => one.status - other.status);
    expect([done?.status, late?.status]).toEqual([200, 409]);
    expect(outcomesOf({ body: done?.body })).toEqual(ids.map(() => 'restored 200'));
    const restored = `core.tickets WHERE id = ANY ($1) AND priority = 'medium' AND version = 3`;
    expect(await core.count(restored, ids)).toBe(120);
  });

  it('is for whoever changed them, once, and for ten minutes', async () => {
    const { id, bulkId } = await changedOne({}, { priority: 'high' });
    expect((await undo(bulkId, core.managerA)).status).toBe(404);
    const listed = async (user = core.admin) =>
      (await undoable(user)).map((each) => [each.id, each.ticketIds]);
    expect(await listed()).toContainEqual([bulkId, [id]]);
    expect(await listed(core.managerA)).not.toContainEqual([bulkId, [id]]);
    expect((await undo(bulkId)).status).toBe(200);
    expect(await listed()).not.toContainEqual([bulkId, [id]]);
    const second = await undo(bulkId);
    expect([second.status, second.body]).toMatchObject([409, { detail: 'This is undone already.' }]);
    const ofUndo = 'SELECT id FROM core.bulk_changes WHERE undo_of = $1';
    const [itself] = await core.query<{ id: string }>(ofUndo, [bulkId]);
    const ofItself = await undo(itself?.id ?? '');
    expect([itself?.id, ofItself.status]).toEqual([expect.any(String), 404]);
    const late = await changedOne({}, { priority: 'high' });
    const pass = (minutes: number) =>
      core.query(
        `UPDATE core.bulk_changes SET changed_at = changed_at - make_interval(mins => $2) WHERE id = $1`,
        [late.bulkId, minutes],
      );
    await pass(10);
    expect((await listed()).map(([each]) => each)).not.toContain(late.bulkId);
    expect((await undo(late.bulkId)).status).toBe(410);
    await pass(-1);
    expect((await undo(late.bulkId)).status).toBe(200);
  });
});

it('what became of single tickets is deleted after two days', async () => {
  const [{ bulkId: old }, { bulkId: recent }] = [
    await changedOne({}, { priority: 'high' }),
    await changedOne({}, { priority: 'high' }),
  ];
  await core.query(`UPDATE core.bulk_changes SET created_at = now() - interval '49 hours' WHERE id = $1`, [
    old,
  ]);
  await core.app.get(BulkChangesPurge, { strict: false }).purge();
  const kept = (id: string) => core.count('core.bulk_change_tickets WHERE bulk_id = $1', id);
  expect([await kept(old), await kept(recent)]).toEqual([0, 1]);
});
