import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { TicketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { conversationOf } from './conversation.ts';
import { instant, itRejects, type Row, useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();
const talk = conversationOf(core);

const rule = (type: string, changes: object) => core.send('patch', `/api/completion-rules/${type}`, changes);
const aTicket = (more: object = {}) => core.create<TicketResponse>('tickets', more);
const patch = (id: string, changes: object, user: { cookie: string } = core.managerA) =>
  core.send('patch', `/api/tickets/${id}`, changes, user);
const solve = (id: string, more: object = {}, user = core.managerA) =>
  patch(id, { status: 'solved', ...more }, user);

/** Says what a picture shows, as svc-attachments does. */
async function show(
  ticketId: string,
  purpose: 'before' | 'after' | null,
  {
    photoId = randomUUID(),
    commentId = null,
    isAdmin = false,
  }: { photoId?: string; commentId?: string | null; isAdmin?: boolean } = {},
): Promise<{ photoId: string; isRecorded: boolean | undefined }> {
  const [row] = await core.query<{ is: boolean }>('SELECT core.record_photo($1, $2, $3, $4, $5) AS is', [
    photoId,
    ticketId,
    commentId,
    purpose,
    isAdmin,
  ]);
  return { photoId, isRecorded: row?.is };
}
/** A solved ticket of the type cleaning, whose rule asks for a photo of the finished work, with that photo. */
async function aCleanedTicket(more: object = {}) {
  await rule('cleaning', { beforePhoto: false, afterPhoto: true, note: false });
  const { id } = await aTicket({ ticketType: 'cleaning', ...more });
  const { photoId } = await show(id, 'after');
  await solve(id).expect(200);
  return { id, photoId };
}

describe('a completion rule', () => {
  it('is there for each type, and off at first', async () => {
    const response: { body: unknown } = await core.as(core.managerA).get('/api/completion-rules');
    expect(response.body).toEqual(
      ['repair', 'inspection', 'cleaning', 'equipment', 'other'].map((ticketType) => ({
        ticketType,
        beforePhoto: false,
        afterPhoto: false,
        note: false,
        version: 1,
      })),
    );
  });

  it('is changed in the version that was read', async () => {
    const changed = await rule('inspection', { beforePhoto: true, note: true });
    expect([changed.status, changed.headers['etag'], changed.body]).toEqual([
      200,
      '"2"',
      { ticketType: 'inspection', beforePhoto: true, afterPhoto: false, note: true, version: 2 },
    ]);
    await rule('inspection', { note: false }).set('If-Match', '"1"').expect(412);
    await rule('repairs', { note: true }).expect(404);
    const audit = await core.as(core.admin).get('/api/audit?entity=completion_rule');
    expect(audit.body).toMatchObject([{ action: 'update', after: { ticketType: 'inspection', note: true } }]);
  });

  itRejects(
    (body: object) => rule('repair', body),
    [
      ['what is no boolean', { note: 1 }, { note: ['Must be true or false.'] }],
      ['an unknown field', { photo: true }, 'photo'],
    ],
  );
});

describe('a ticket', () => {
  it('is solved once nothing is missing, which is said in order', async () => {
    await rule('equipment', { beforePhoto: true, afterPhoto: true, note: true });
    const { id } = await aTicket({ ticketType: 'equipment' });
    const refused = await solve(id, { title: 'Other' });
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({
        missing: ['beforePhoto', 'afterPhoto', 'note'],
        detail:
          'Add a photo from before the work first. Add a photo of the finished work first. Say what was done first.',
      }),
    ]);
    await show(id, 'before');
    await show(id, 'before');
    const { photoId } = await show(id, 'after');
    expect((await solve(id, { completionNote: ' \n ' })).body).toMatchObject({
      missing: ['note'],
      detail: 'Say what was done first.',
    });
    await show(id, null, { photoId });
    expect((await solve(id, { completionNote: 'New fuse' })).body).toMatchObject({ missing: ['afterPhoto'] });
    await show(id, 'after', { photoId });
    expect((await solve(id, { completionNote: ' New fuse ' })).body).toMatchObject({
      status: 'solved',
      title: 'Oven is cold',
      completionNote: 'New fuse',
      photos: { before: 2, after: 1 },
      waiver: null,
    });
    const [, line] = await talk.timeline(core.managerA, id);
    expect(line?.changes).toContainEqual({ field: 'completionNote', from: null, to: 'New fuse' });
    // Kept, so that the next completion has it too.
    expect((await patch(id, { status: 'incoming' })).body).toMatchObject({ completionNote: 'New fuse' });
    await solve(id).expect(200);
  });

  it('follows the rule of the type that it has after the change, at that moment', async () => {
    await rule('equipment', { note: true });
    const { id } = await aTicket({ ticketType: 'equipment' });
    await solve(id, { ticketType: 'other' }).expect(200);
    await rule('other', { note: true });
    // What was solved before stays.
    await patch(id, { status: 'solved', priority: 'high' }).expect(200);
    await patch(id, { status: 'incoming' }).expect(200);
    await solve(id).expect(409);
    await rule('other', { note: false });
    await solve(id).expect(200);
  });

  it('has the numbers of its pictures in its list and file, and no new version by them', async () => {
    const { id, number } = await aTicket();
    await show(id, 'after');
    const read = await core.as(core.managerA).get(`/api/tickets/${id}`);
    expect([read.headers['etag'], read.body]).toEqual([
      '"1"',
      expect.objectContaining({ photos: { before: 0, after: 1 } }),
    ]);
    const [header, line] = await core.csv(core.managerA, `/api/tickets?format=csv&q=%23${number}`);
    expect([header, line]).toEqual([
      expect.stringMatching(/,Photos before,Photos after,Vendor Job,Visit,External ID,ID,Store Number$/),
      expect.stringMatching(`,0,1,,,,${id},A-1$`),
    ]);
  });

  itRejects(
    async (more: object) => patch((await aTicket()).id, more, core.admin),
    [
      ['a note of 2,001 characters', { completionNote: 'x'.repeat(2001) }, 'completionNote'],
      ['a waiver of 501 characters', { status: 'solved', waive: 'x'.repeat(501) }, 'waive'],
      ['a waiver without words', { status: 'solved', waive: ' ' }, 'waive'],
      [
        'a waiver without a completion',
        { waive: 'Lost' },
        { waive: ['Only while the ticket is completed.'] },
      ],
      ['a waiver of nothing', { status: 'solved', waive: 'Lost' }, { waive: ['Nothing is missing.'] }],
    ],
  );
});

describe('a waiver', () => {
  it('is for administrators, stands in the timeline, and ends when the ticket is reopened', async () => {
    await rule('inspection', { beforePhoto: true, note: true });
    const { id } = await aTicket({ ticketType: 'inspection' });
    await solve(id, { waive: 'Camera is broken' }).expect(403);
    await patch(id, { waive: 'Camera is broken' }).expect(403);
    const missing = ['beforePhoto', 'note'];
    const by = { id: core.admin.userId, firstName: 'Ada', lastName: 'Admin' };
    const solved = await solve(id, { waive: 'Camera is broken' }, core.admin);
    expect(solved.body).toMatchObject({
      status: 'solved',
      waiver: { missing, reason: 'Camera is broken', by, at: (solved.body as TicketResponse).completedAt },
    });
    expect((await talk.timeline(core.managerA, id)).slice(1)).toMatchObject([
      { kind: 'changed', changes: [{ field: 'status', from: 'incoming', to: 'solved' }] },
      { kind: 'waived', actor: by, at: instant, waiver: { missing, reason: 'Camera is broken' } },
    ]);
    expect((await patch(id, { status: 'in_progress' })).body).toMatchObject({ waiver: null });
    await solve(id).expect(409);
    await show(id, 'before');
    expect((await solve(id, { completionNote: 'Looked' })).body).toMatchObject({ waiver: null });
  });
});

describe('the last picture that a solved ticket needs', () => {
  it('is removed or changed by administrators alone', async () => {
    const { id, photoId } = await aCleanedTicket();
    expect(await show(id, null, { photoId })).toMatchObject({ isRecorded: false });
    expect(await show(id, 'before', { photoId })).toMatchObject({ isRecorded: false });
    expect(await talk.getTicket(core.managerA, id)).toMatchObject({ photos: { before: 0, after: 1 } });
    const second = await show(id, 'after');
    expect(await show(id, null, second)).toMatchObject({ isRecorded: true });
    expect(await show(id, null, { photoId, isAdmin: true })).toMatchObject({ isRecorded: true });
    expect(await talk.getTicket(core.managerA, id)).toMatchObject({ photos: { before: 0, after: 0 } });
  });

  it('is judged by the rule of today, and what is waived or open is not needed', async () => {
    const { id, photoId } = await aCleanedTicket();
    await rule('cleaning', { afterPhoto: false });
    expect(await show(id, null, { photoId })).toMatchObject({ isRecorded: true });
    await rule('cleaning', { afterPhoto: true });
    await patch(id, { status: 'incoming' }).expect(200);
    await solve(id, { waive: 'Lost' }, core.admin).expect(200);
    const later = await show(id, 'after');
    expect(await show(id, null, later)).toMatchObject({ isRecorded: true });
    const open = await aCleanedTicket();
    await patch(open.id, { status: 'incoming' }).expect(200);
    expect(await show(open.id, null, open)).toMatchObject({ isRecorded: true });
  });

  it('stays in its comment', async () => {
    const { id, photoId } = await aCleanedTicket();
    const comment = await talk.comment(core.managerA, id, 'Done');
    await show(id, 'after', { commentId: comment.id });
    expect(await show(id, null, { photoId })).toMatchObject({ isRecorded: true });
    const address = `/api/comments/${comment.id}`;
    const refused = await core.as(core.managerA).delete(address);
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ detail: 'Reopen the ticket first.' }),
    ]);
    await core.as(core.managerA).patch(address).send({ body: 'All done' }).expect(200);
    await core.as(core.admin).delete(address).expect(204);
    expect(await talk.getTicket(core.managerA, id)).toMatchObject({ photos: { before: 0, after: 0 } });
    // A picture that arrives after the removal proves nothing.
    await show(id, 'after', { commentId: comment.id });
    expect(await talk.getTicket(core.managerA, id)).toMatchObject({ photos: { before: 0, after: 0 } });
  });

  it('is there after 50 solves and removals at once', async () => {
    await rule('cleaning', { afterPhoto: true });
    const tickets = await Promise.all(Array.from({ length: 25 }, () => aTicket({ ticketType: 'cleaning' })));
    const photos = await Promise.all(tickets.map(({ id }) => show(id, 'after')));
    await Promise.all(
      tickets.flatMap(({ id }, at) => [solve(id).then(({ status }) => status), show(id, null, photos[at])]),
    );
    const states = await Promise.all(tickets.map(({ id }) => talk.getTicket(core.managerA, id)));
    const outcomes = states.map(({ status, photos: { after } }) => `${status} with ${after}`);
    expect(outcomes.filter((outcome) => !['solved with 1', 'incoming with 0'].includes(outcome))).toEqual([]);
  });

  it('goes with its ticket', async () => {
    const { id } = await aCleanedTicket();
    await core.as(core.admin).delete(`/api/tickets/${id}`).expect(204);
    expect(await core.count('core.ticket_photos WHERE ticket_id = $1', id)).toBe(0);
    expect(await show(id, 'after')).toMatchObject({ isRecorded: true });
  });
});

it('what a picture shows is a line of the timeline', async () => {
  const { id } = await aTicket();
  const file = { id: randomUUID(), ticket_id: id, file_name: 'a.jpg', file_type: 'image/jpeg', file_size: 7 };
  const entry = (action: string, before: Row | null, after: Row | null) =>
    core.query(
      `INSERT INTO auth.audit_entries (actor_id, action, entity, entity_id, before, after) VALUES ($1, $2, 'attachment', $3, $4, $5)`,
      [core.managerA.userId, action, file.id, before, after],
    );
  const [plain, before, after] = [null, 'before', 'after'].map((purpose) => ({ ...file, purpose }));
  await entry('create', null, file);
  await entry('update', file, before ?? null);
  await entry('update', before ?? null, before ?? null);
  await entry('delete', after ?? null, null);
  await entry('create', null, { ...plain, comment_id: id, purpose: 'after' });
  const [, ...lines] = await talk.timeline(core.managerA, id);
  const attachment = { id: file.id, fileName: 'a.jpg' };
  expect(lines).toMatchObject([
    { kind: 'attached', attachment },
    { kind: 'purpose_changed', attachment, purpose: { from: null, to: 'before' } },
    { kind: 'detached', attachment, purpose: { from: 'after', to: null } },
    { kind: 'purpose_changed', attachment, purpose: { from: null, to: 'after' } },
  ]);
  expect(lines[0]).not.toHaveProperty('purpose');
});
