import { describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CommentResponse } from '../src/comments/comments.schemas.ts';
import { type TimelineLineResponse, timelineLineResponse } from '../src/timeline/timeline.schemas.ts';
import { hashToken } from '@mainstay/service-kit';
import { conversationOf } from './conversation.ts';
import { instant, useCoreService } from './core-service.ts';

const core = useCoreService();
const talk = conversationOf(core);

const anId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const ann = () => ({ id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' });

/** An entry that svc-attachments writes when a file is recorded or removed. */
async function fileEntry(
  action: 'create' | 'delete',
  ticketId: string,
  file: { id: string; name: string; commentId?: string | null },
): Promise<void> {
  const row = JSON.stringify({
    id: file.id,
    ticket_id: ticketId,
    file_name: file.name,
    file_type: 'image/jpeg',
    file_size: 7,
    ...(file.commentId !== undefined && { comment_id: file.commentId }),
  });
  await core.query(
    `INSERT INTO auth.audit_entries (actor_id, action, entity, entity_id, before, after)
     VALUES ($1, $2, 'attachment', $3, $4, $5)`,
    [core.managerA.userId, action, file.id, ...(action === 'create' ? [null, row] : [row, null])],
  );
}

describe('GET /api/tickets/:id/timeline', () => {
  it('begins with the creation also for a ticket that was inserted without an entry, or by a release before', async () => {
    const client = await core.backends.admin.connect();
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO core.tickets (title, description, location_id, ticket_type) VALUES ('x', 'x', $1, 'other') RETURNING id`,
      [core.storeA],
    );
    await client.query('RESET session_replication_role');
    client.release();
    const [line, ...others] = await talk.timeline(core.managerA, rows[0]?.id ?? '');
    expect([line, others]).toEqual([
      { id: anId, at: instant, actor: null, via: 'app', kind: 'created', changes: [] },
      [],
    ]);

    const old = await talk.createTicket(core.managerA);
    const created = { id: anId, at: old.createdAt, actor: ann(), via: 'app', kind: 'created', changes: [] };
    expect(await talk.timeline(core.managerA, old.id)).toEqual([created]);
    await core.query('UPDATE core.tickets SET created_by = NULL WHERE id = $1', [old.id]);
    expect(await talk.timeline(core.managerA, old.id)).toMatchObject([{ kind: 'created', actor: ann() }]);
  });

  it('shows each field as its value, people and places by their names of now', async () => {
    const colleague = await core.createManager(core.storeA);
    const ticket = await talk.createTicket(core.admin, { notes: 'Call first.' });
    await talk.changeTicket(core.admin, ticket.id, {
      title: 'Oven is hot',
      description: 'It burns.',
      locationId: core.storeB,
      assignedTo: colleague.userId,
      status: 'solved',
      priority: 'low',
      ticketType: 'cleaning',
      notes: null,
    });
    await core.query(`UPDATE auth.users SET last_name = 'Chef' WHERE id = $1`, [colleague.userId]);
    const [, line] = await talk.timeline(core.admin, ticket.id);
    expect(line).toEqual({
      id: anId,
      at: instant,
      actor: { id: core.admin.userId, firstName: 'Ada', lastName: 'Admin' },
      via: 'app',
      kind: 'changed',
      changes: [
        { field: 'title', from: 'Oven is cold', to: 'Oven is hot' },
        { field: 'description', from: 'It does not heat up any more.', to: 'It burns.' },
        { field: 'locationId', from: 'Store A', to: 'Store B' },
        { field: 'assignedTo', from: null, to: 'Cleo Chef' },
        { field: 'status', from: 'incoming', to: 'solved' },
        { field: 'priority', from: 'medium', to: 'low' },
        { field: 'ticketType', from: 'repair', to: 'cleaning' },
        { field: 'notes', from: 'Call first.', to: null },
      ],
    });
  });

  it('says how each change came, and folds what came in one way', async () => {
    const { id } = await talk.createTicket(core.managerA);
    const token = randomUUID();
    await core.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, false)`,
      [core.managerA.userId, hashToken(token)],
    );
    const byToken = core.as().set('Authorization', `Bearer ${token}`);
    await talk.changeTicket(core.managerA, id, { priority: 'high' });
    await byToken.patch(`/api/tickets/${id}`).send({ priority: 'low' });
    await byToken.patch(`/api/tickets/${id}`).send({ notes: 'Call first.' });
    const cost = { kind: 'parts', amount: '5.00', description: 'Fuse' };
    await byToken.post(`/api/tickets/${id}/costs`).send(cost).expect(201);
    expect(await talk.timeline(core.managerA, id)).toMatchObject([
      { kind: 'created' },
      { via: 'app', actor: ann(), changes: [{ field: 'priority', to: 'high' }] },
      { via: 'api', actor: ann(), changes: [{ field: 'priority' }, { field: 'notes' }] },
      { via: 'api', actor: ann(), kind: 'cost_added' },
    ]);
  });

  it('folds changes, and shows the first and the last of long texts', async () => {
    const ticket = await talk.createTicket(core.managerA);
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(10_000));
    for (const description of long) await talk.changeTicket(core.managerA, ticket.id, { description });
    await talk.changeTicket(core.managerA, ticket.id, { notes: long[0] });
    const [, line, ...others] = await talk.timeline(core.managerA, ticket.id);
    expect(line?.changes).toEqual([
      { field: 'description', from: ticket.description, to: long[2] },
      { field: 'notes', from: null, to: long[0] },
    ]);
    expect(others).toEqual([]);
  });

  it('shows comments where they were made, edited or not, and the tag of each', async () => {
    const { id } = await talk.createTicket(core.managerA);
    const comment = await talk.comment(core.managerA, id, 'Please look.');
    await talk.changeTicket(core.managerA, id, { priority: 'high' });
    const edited = await core.send(
      'patch',
      `/api/comments/${comment.id}`,
      { body: 'Please look today.' },
      core.managerA,
    );
    const lines = await talk.timeline(core.managerA, id);
    expect(lines.map(({ kind }) => kind)).toEqual(['created', 'commented', 'changed']);
    expect(lines[1]).toEqual({
      id: anId,
      at: comment.createdAt,
      actor: ann(),
      via: 'app',
      kind: 'commented',
      changes: [],
      comment: edited.body as CommentResponse,
    });
    const version = String(lines[1]?.comment?.version);
    const request = core
      .as(core.managerA)
      .patch(`/api/comments/${comment.id}`)
      .set('If-Match', `"${version}"`);
    expect((await request.send({ body: 'Once more.' })).status).toBe(200);
  });

  it('shows files of the ticket as lines, and files of a comment in the comment', async () => {
    const { id } = await talk.createTicket(core.managerA);
    const [file, ofComment, removed] = [randomUUID(), randomUUID(), randomUUID()];
    await fileEntry('create', id, { id: file, name: 'oven.jpg' });
    const comment = await talk.comment(core.managerA, id, 'See here.');
    await fileEntry('create', id, { id: ofComment, name: 'door.jpg', commentId: comment.id });
    await fileEntry('create', id, { id: removed, name: 'blurred.jpg', commentId: comment.id });
    await fileEntry('delete', id, { id: removed, name: 'blurred.jpg', commentId: comment.id });
    await fileEntry('delete', id, { id: file, name: 'oven.jpg', commentId: null });
    const described = (fileId: string, fileName: string) => ({
      id: fileId,
      fileName,
      fileType: 'image/jpeg',
      fileSize: 7,
    });
    const lines = await talk.timeline(core.managerA, id);
    expect(lines).toMatchObject([
      { kind: 'created' },
      { kind: 'attached', attachment: described(file, 'oven.jpg'), actor: ann(), via: null },
      { kind: 'commented', comment: { attachments: [described(ofComment, 'door.jpg')] } },
      { kind: 'detached', attachment: described(file, 'oven.jpg') },
    ]);
    const path = `/api/comments/${comment.id}`;
    const edited = await core.as(core.managerA).patch(path).send({ body: 'See there.' });
    expect(edited.body).toMatchObject({ attachments: [described(ofComment, 'door.jpg')] });
    expect((await core.as(core.managerA).delete(path)).status).toBe(204);
    expect(await talk.timeline(core.managerA, id)).toMatchObject([
      {},
      {},
      { kind: 'commented', comment: { body: null, attachments: [] } },
      {},
    ]);
  });

  it('has no line for a report: its ticket or its comment is one', async () => {
    const { id } = await talk.createTicket(core.managerA);
    await core.insert('intake_reports', {
      ticket_id: id,
      description: 'Cold.',
      urgency: 'low',
      language: 'en',
      tracking_hash: randomBytes(32),
    });
    await core.query(`UPDATE core.intake_reports SET tracking_until = now() WHERE ticket_id = $1`, [id]);
    expect(await talk.timeline(core.managerA, id)).toMatchObject([{ kind: 'created' }]);
  });

  it('shows equipment by its name of now, and without one once it is removed or not visible', async () => {
    const [fryer, oven, moved] = [
      await core.insert('equipment', { name: 'Fryer' }),
      await core.insert('equipment', { name: 'Oven' }),
      await core.insert('equipment', { name: 'Grill' }),
    ];
    const { id } = await talk.createTicket(core.managerA, { equipmentId: fryer });
    await talk.changeTicket(core.managerA, id, { equipmentId: oven });
    await talk.changeTicket(core.admin, id, { equipmentId: moved });
    await core.as(core.managerA).patch(`/api/equipment/${fryer}`).send({ name: 'Fryer 2' });
    await core.as(core.admin).patch(`/api/equipment/${moved}`).send({ locationId: core.storeB });
    const field = 'equipmentId';
    const shown = async (user: { cookie: string }) =>
      (await talk.timeline(user, id)).flatMap(({ changes }) => changes);
    expect(await shown(core.managerA)).toEqual([
      { field, from: 'Fryer 2', to: 'Oven' },
      { field, from: 'Oven', to: 'other equipment' },
    ]);
    expect(await shown(core.admin)).toContainEqual({ field, from: 'Oven', to: 'Grill' });
    expect((await core.as(core.admin).delete(`/api/equipment/${fryer}`)).status).toBe(204);
    expect((await shown(core.managerA))[0]).toEqual({ field, from: 'other equipment', to: 'Oven' });
  });

  it('returns only the documented fields, although the response is not filtered', async () => {
    const { id } = await talk.createTicket(core.managerA);
    await talk.changeTicket(core.managerA, id, { priority: 'high', assignedTo: core.managerA.userId });
    await fileEntry('create', id, { id: randomUUID(), name: 'oven.jpg' });
    await talk.comment(core.managerA, id, `See <@${core.managerA.userId}>`);
    const { changes, comment, ...line } = timelineLineResponse.shape;
    const strict = z.strictObject({
      ...line,
      changes: z.array(z.strictObject(changes.element.shape)),
      comment: z.strictObject(comment.unwrap().shape).optional(),
    });
    expect(strict.array().parse(await talk.timeline(core.managerA, id))).toHaveLength(4);
  });

  it('calls somebody who was removed a former employee, and has no actor for them', async () => {
    const leaver = await core.createUser({ role: 'admin' });
    const { id } = await talk.createTicket(core.managerA);
    await talk.changeTicket(leaver, id, { assignedTo: leaver.userId });
    await core.query('DELETE FROM auth.users WHERE id = $1', [leaver.userId]);
    const field = 'assignedTo';
    expect(await talk.timeline(core.managerA, id)).toMatchObject([
      { kind: 'created' },
      { actor: null, changes: [{ field, from: null, to: 'a former employee' }] },
      { actor: null, changes: [{ field, from: 'a former employee', to: null }] },
    ]);
  });

  it('returns each line once in pages, and counts lines', async () => {
    const { id } = await talk.createTicket(core.managerA);
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await talk.changeTicket(number % 2 === 0 ? core.admin : core.managerA, id, { title: `Oven ${number}` });
      if (number % 3 === 0) await talk.comment(core.admin, id, `Comment ${number}`);
    }
    const all = await talk.timeline(core.managerA, id);
    expect(all).toHaveLength(9);
    for (const limit of [1, 4, 8]) {
      const met = await core.walk(core.managerA, `/api/tickets/${id}/timeline?limit=${limit}`, 'id');
      expect(
        met
          .map((page) => page.length)
          .slice(0, -1)
          .every((length) => length === limit),
      ).toBe(true);
      expect(met.flat()).toEqual(all.map((line) => line.id));
    }
  });

  it('ends a page before it has much more than 0.7 MB', async () => {
    const { id } = await talk.createTicket(core.managerA);
    const body = '\u0001'.repeat(3999) + 'x';
    const values = Array.from({ length: 100 }, () => body);
    await core.query(
      `INSERT INTO core.ticket_comments (ticket_id, author_id, body) SELECT $1, $2, unnest($3::text[])`,
      [id, core.managerA.userId, values],
    );
    let count = 0;
    for await (const response of core.pages(core.managerA, `/api/tickets/${id}/timeline`)) {
      expect(response.headers['x-total-count']).toBe('101');
      expect(response.text.length).toBeLessThan(800_000);
      count += (response.body as unknown[]).length;
    }
    expect(count).toBe(101);
  });

  it('reads a history of more than 10,000 entries to its end', async () => {
    const { id } = await talk.createTicket(core.managerA);
    await core.query(
      `INSERT INTO auth.audit_entries (actor_id, action, entity, entity_id, occurred_at, before, after)
       SELECT $2, 'update', 'ticket', $1, now() + make_interval(secs => n * 61),
         jsonb_build_object('title', 'Oven ' || n), jsonb_build_object('title', 'Oven ' || (n + 1))
       FROM generate_series(1, 10400) n`,
      [id, core.managerA.userId],
    );
    const titles: (string | null | undefined)[] = [];
    for await (const response of core.pages(core.managerA, `/api/tickets/${id}/timeline?limit=1000`)) {
      expect(response.headers['x-total-count']).toBe('10000');
      titles.push(...(response.body as TimelineLineResponse[]).map(({ changes }) => changes[0]?.to));
    }
    expect(titles).toEqual([undefined, ...Array.from({ length: 10_400 }, (_, n) => `Oven ${n + 2}`)]);
  });
});
