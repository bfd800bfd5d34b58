import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import type { CommentResponse } from '../src/comments/comments.schemas.ts';
import { conversationOf, watchersOf } from './conversation.ts';
import { errorsOf, instant, itRejects, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
const talk = conversationOf(core);

/** A second manager of store A. */
let colleague: TestUser;
beforeAll(async () => {
  colleague = await core.createManager(core.storeA);
});

const noMention = { body: ['The reporter sees this comment: it cannot mention anybody.'] };
const cannotOpen = { body: ['Mentions somebody who cannot open this ticket.'] };

/** A ticket of store A, and a comment of manager A on it. */
async function said(body = 'Please look.') {
  const ticket = await talk.createTicket(core.admin);
  return { ticket, comment: await talk.comment(core.managerA, ticket.id, body) };
}

describe('POST /api/tickets/:id/comments', () => {
  const post = (id: string, body: object, user: { cookie: string } | undefined = core.managerA) =>
    core.as(user).post(`/api/tickets/${id}/comments`).send(body);

  itRejects(
    async (body: object) => post((await talk.createTicket(core.admin)).id, body),
    [
      ['no body', {}, { body: ['Required.'] }],
      ['white space', { body: ' \n\t ' }, { body: ['Must not be empty.'] }],
      ['4,001 characters', { body: 'x'.repeat(4001) }, { body: ['At most 4000 characters.'] }],
      ['2,001 emoji, which are 4,002 characters', { body: '🍞'.repeat(2001) }, 'body'],
      ['NUL', { body: 'a\0b' }, { body: ['Contains characters that cannot be stored.'] }],
      ['an unknown visibility', { body: 'x', visibility: 'all' }, 'visibility'],
      ['an unknown field', { body: 'x', authorName: 'Eve' }, { authorName: ['Unknown field.'] }],
      ['a mention of nobody', { body: `<@${unknownId}>` }, cannotOpen],
    ],
  );

  it('rejects a mention of somebody who is inactive or cannot see the ticket', async () => {
    const { id } = await talk.createTicket(core.admin);
    for (const { userId } of [core.deactivated, core.managerB]) {
      expect(errorsOf(await post(id, { body: `<@${userId}> and <@${core.admin.userId}>` }))).toEqual(
        cannotOpen,
      );
    }
    expect((await post(id, { body: `<@${core.admin.userId}> <@${colleague.userId}>` })).status).toBe(201);
  });

  it('creates a comment with its tag, and changes nothing of the ticket but the count', async () => {
    const before = await core
      .as(core.managerA)
      .get('/api/tickets/' + (await talk.createTicket(core.managerA)).id);
    const { id } = before.body as { id: string };
    const response = await post(id, { body: '  The fuse is new. <b>\n ' });
    expect(response.headers['etag']).toBe('"1"');
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      author: { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
      authorName: null,
      body: 'The fuse is new. <b>',
      mentions: [],
      visibility: 'team',
      via: 'app',
      createdAt: instant,
      editedAt: null,
      removedAt: null,
      version: 1,
      attachments: [],
    });
    const after = await core.as(core.managerA).get(`/api/tickets/${id}`);
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect(after.body).toEqual({
      ...(before.body as object),
      commentCount: 1,
      updatedAt: expect.any(String),
    });
  });

  it('accepts 4,000 characters, the visibility of the reporter, and a token', async () => {
    const { id } = await talk.createTicket(core.admin);
    const token = randomUUID();
    await core.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, false)`,
      [core.managerA.userId, hashToken(token)],
    );
    const response = await core
      .as()
      .set('Authorization', `Bearer ${token}`)
      .post(`/api/tickets/${id}/comments`)
      .send({ body: 'x'.repeat(4000), visibility: 'reporter' });
    expect(response.body).toMatchObject({ visibility: 'reporter', via: 'api' });
  });

  it('that is visible to the reporter mentions nobody, also oneself, and can be on any ticket', async () => {
    const { id } = await talk.createTicket(core.admin);
    for (const { userId } of [colleague, core.managerA]) {
      const response = await post(id, { body: `<@${userId}> is on the way.`, visibility: 'reporter' });
      expect([response.status, errorsOf(response)]).toEqual([400, noMention]);
    }
    expect(await talk.timeline(core.admin, id)).toHaveLength(1);
    const body = 'We are on the way, <@not-a-uuid>.';
    expect((await post(id, { body, visibility: 'reporter' })).body).toMatchObject({ body, mentions: [] });
  });

  it('mentions by the current name, oneself too, each once, and leaves other signs as text', async () => {
    const { id } = await talk.createTicket(core.admin);
    const body = `<@${colleague.userId.toUpperCase()}> <@${core.managerA.userId}> <@${colleague.userId}> <@not-a-uuid>`;
    const comment = await talk.comment(core.managerA, id, body);
    expect([comment.body, comment.mentions]).toEqual([
      body,
      [
        { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
        { id: colleague.userId, firstName: 'Cleo', lastName: 'Cook' },
      ],
    ]);
    expect(await watchersOf(core, id)).toEqual({
      [core.admin.userId]: 'created',
      [core.managerA.userId]: 'commented',
      [colleague.userId]: 'mentioned',
    });
  });

  it('is repeated with its key without a second comment', async () => {
    const { id } = await talk.createTicket(core.admin);
    const send = (body: string) => post(id, { body }).set('Idempotency-Key', `comment-${id}`);
    const [first, second] = [await send('Once.'), await send('Once.')];
    expect([second.status, second.headers['etag'], second.body]).toEqual([201, '"1"', first.body]);
    expect((await send('Twice.')).status).toBe(422);
    expect((await talk.getTicket(core.admin, id)).commentCount).toBe(1);
  });
});

describe('PATCH /api/comments/:id', () => {
  const patch = (id: string, body: object, user: { cookie: string } | undefined = core.managerA) =>
    core.as(user).patch(`/api/comments/${id}`).send(body);

  it('is for its author alone: others who see the ticket get 403, those who do not 404', async () => {
    const { comment } = await said();
    const statuses = [];
    for (const user of [core.admin, colleague, core.managerB]) {
      statuses.push((await patch(comment.id, { body: 'Stolen.' }, user)).status);
    }
    expect(statuses).toEqual([403, 403, 404]);
    expect((await patch(unknownId, { body: 'x' })).status).toBe(404);
  });

  it('is 404 for its author, who no longer sees the ticket', async () => {
    const { ticket, comment } = await said();
    await talk.changeTicket(core.admin, ticket.id, { locationId: core.storeB });
    expect((await patch(comment.id, { body: 'x' })).status).toBe(404);
    expect((await core.as(core.managerA).delete(`/api/comments/${comment.id}`)).status).toBe(404);
  });

  itRejects(
    async (body: object) => patch((await said()).comment.id, body),
    [
      ['nothing', {}, { body: ['Required.'] }],
      ['white space', { body: '  ' }, { body: ['Must not be empty.'] }],
      ['the visibility', { body: 'x', visibility: 'reporter' }, { visibility: ['Unknown field.'] }],
      ['a mention of nobody', { body: `<@${unknownId}>` }, cannotOpen],
    ],
  );

  it('mentions nobody where the reporter sees it', async () => {
    const { id } = await talk.createTicket(core.admin);
    const created = await core.send(
      'post',
      `/api/tickets/${id}/comments`,
      { body: 'We are on the way.', visibility: 'reporter' },
      core.managerA,
    );
    const comment = created.body as CommentResponse;
    const response = await patch(comment.id, { body: `<@${colleague.userId}> is on the way.` });
    expect([response.status, errorsOf(response)]).toEqual([400, noMention]);
    expect((await patch(comment.id, { body: 'We are here.' })).body).toMatchObject({
      visibility: 'reporter',
    });
  });

  it('changes the text and the mentions with the version; a new mention watches', async () => {
    const { ticket, comment } = await said(`<@${core.admin.userId}>`);
    const body = `Please look, <@${colleague.userId}>.`;
    const response = await patch(comment.id, { body: ` ${body} ` }).set('If-Match', '"1"');
    expect([response.status, response.headers['etag']]).toEqual([200, '"2"']);
    expect(response.body).toEqual({
      ...comment,
      body,
      mentions: [{ id: colleague.userId, firstName: 'Cleo', lastName: 'Cook' }],
      editedAt: instant,
      version: 2,
    });
    expect((await watchersOf(core, ticket.id))[colleague.userId]).toBe('mentioned');
    expect((await patch(comment.id, { body })).body).toEqual(response.body);
    expect((await patch(comment.id, { body: 'Stale.' }).set('If-Match', '"1"')).status).toBe(412);
  });
});

describe('DELETE /api/comments/:id', () => {
  const remove = (id: string, user: { cookie: string } | undefined = core.managerA) =>
    core.as(user).delete(`/api/comments/${id}`);

  it('is for the author and administrators, with the version', async () => {
    const { comment } = await said();
    expect((await remove(comment.id, colleague)).status).toBe(403);
    expect((await remove(comment.id, core.managerB)).status).toBe(404);
    expect((await remove(comment.id).set('If-Match', '"2"')).status).toBe(412);
    expect((await remove(comment.id).set('If-Match', '"1"')).status).toBe(204);
    expect((await remove(comment.id)).status).toBe(404);
    expect(
      (await core.as(core.managerA).patch(`/api/comments/${comment.id}`).send({ body: 'x' })).status,
    ).toBe(404);
    expect((await remove((await said()).comment.id, core.admin)).status).toBe(204);
  });

  it('leaves a line without text, mentions and files, outside the audit trail also for administrators', async () => {
    const { ticket, comment } = await said(`Secret <@${colleague.userId}>`);
    expect((await remove(comment.id)).status).toBe(204);
    const responses = await Promise.all(
      [`/api/tickets/${ticket.id}/timeline`, `/api/tickets/${ticket.id}`].map((path) =>
        core.as(core.admin).get(path),
      ),
    );
    expect(responses.map(({ text }) => text).join('')).not.toContain('Secret');
    const [, line] = await talk.timeline(core.admin, ticket.id);
    expect(line?.comment).toEqual({
      ...comment,
      body: null,
      mentions: [],
      removedAt: instant,
      version: 2,
    });
    expect((await talk.getTicket(core.admin, ticket.id)).commentCount).toBe(0);
    const audit = await core.as(core.admin).get(`/api/audit?entity=ticket_comment&entityId=${comment.id}`);
    expect(audit.body).toMatchObject([
      { action: 'update', before: { body: comment.body }, after: { body: null } },
      { action: 'create', actorId: core.managerA.userId },
    ]);
  });
});

it('keeps the comment of a user who was removed, without an author, and without mentions of them', async () => {
  const leaver = await core.createUser({ role: 'admin', firstName: 'Lea', lastName: 'Ver' });
  const ticket = await talk.createTicket(leaver);
  await talk.comment(leaver, ticket.id, 'Bye.');
  await talk.comment(core.admin, ticket.id, `<@${leaver.userId}> bye`);
  await core.query('DELETE FROM auth.users WHERE id = $1', [leaver.userId]);
  const [created, first, second] = await talk.timeline(core.admin, ticket.id);
  expect(created).toMatchObject({ kind: 'created', actor: null });
  expect(first?.comment).toMatchObject({ author: null, body: 'Bye.' } satisfies Partial<CommentResponse>);
  expect(second?.comment).toMatchObject({ mentions: [], body: `<@${leaver.userId}> bye` });
  expect(await talk.getTicket(core.admin, ticket.id)).toMatchObject({ createdBy: null });
});
