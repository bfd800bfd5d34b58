import { describe, expect, it } from '@jest/globals';
import { conversationOf } from './conversation.ts';
import { useCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';

const core = useCoreService();
const talk = conversationOf(core);
const intake = intakeOf(core);

/** A report on a code of its own, or one that joins another. */
async function aTrackedReport(body: object = {}, used?: string) {
  const code = used ?? (await intake.code({ equipment_id: await intake.equipment() })).code;
  const { number, trackingToken: token } = await intake.report(code, body);
  return { code, token, ticketId: await intake.ticketId(number) };
}
const joining = async (code: string, body: object) =>
  aTrackedReport({ ...body, join: (await intake.onCode(code)).open[0]?.join }, code);

/** A comment of the team. */
async function comment(ticketId: string, body: string, visibility = 'reporter'): Promise<string> {
  return (await talk.comment(core.managerA, ticketId, body, visibility)).id;
}
const bodiesOf = async (token: string) => (await intake.tracked(token)).updates.map(({ body }) => body);

/** Completes a ticket so many days ago. */
async function complete(ticketId: string, daysAgo = 0): Promise<void> {
  await core.query(
    `UPDATE core.tickets SET status = 'solved', completed_at = now() - make_interval(days => $2) WHERE id = $1`,
    [ticketId, daysAgo],
  );
}

describe('GET /api/intake/track/{token}', () => {
  it('follows the state of the ticket', async () => {
    const { token, ticketId } = await aTrackedReport({ reporterName: 'Sam', contact: 'sam@example.com' });
    const first = await intake.tracked(token);
    expect(first).toEqual({
      state: 'received',
      updates: [{ at: first.reportedAt, body: 'The oil does not get hot.' }],
      location: { name: 'Store A' },
      equipment: { name: 'Fryer 2' },
      reportedAt: expect.any(String),
      trackingUntil: null,
      photos: 0,
    });
    await talk.changeTicket(core.managerA, ticketId, { status: 'in_progress' });
    // Of nobody's concern: other fields.
    await talk.changeTicket(core.admin, ticketId, {
      priority: 'low',
      title: 'Hush title',
      notes: 'Hush notes',
    });
    await talk.changeTicket(core.admin, ticketId, { status: 'solved' });
    const { completedAt } = await talk.getTicket(core.admin, ticketId);
    const { state, updates, trackingUntil } = await intake.tracked(token);
    expect([state, updates.slice(1)]).toEqual([
      'fixed',
      [
        { at: expect.any(String), state: 'working' },
        { at: expect.any(String), state: 'fixed' },
      ],
    ]);
    expect(Date.parse(trackingUntil ?? '') - Date.parse(completedAt ?? '')).toBe(30 * 24 * 60 * 60 * 1000);
  });

  it('shows what the team wrote to the reporter, and nothing else of it', async () => {
    const { token, ticketId } = await aTrackedReport();
    await comment(ticketId, 'Hush: call the usual firm', 'team');
    const withdrawn = await comment(ticketId, 'Hush: wrong ticket');
    await comment(ticketId, 'A fuse is on its way.');
    await core.as(core.managerA).delete(`/api/comments/${withdrawn}`).expect(204);
    expect(await bodiesOf(token)).toEqual(['The oil does not get hot.', 'A fuse is on its way.']);
    const { text } = await intake.track(token);
    expect(text).not.toMatch(/hush|ann|archer/i);
    expect(text).not.toContain(core.managerA.userId);
  });

  it('shows each reporter of a ticket the answers, and only their own texts', async () => {
    const one = await aTrackedReport({ description: 'One has it.', reporterName: 'Sam' });
    const other = await joining(one.code, { description: 'Another has it too.', reporterName: 'Alex' });
    expect(other.ticketId).toBe(one.ticketId);
    for (const { token } of [one, other]) {
      await intake.post(`track/${token}/replies`, { body: `Reply of ${token}` }).expect(201);
    }
    await comment(one.ticketId, 'Thank you both.');
    expect(await bodiesOf(one.token)).toEqual(['One has it.', `Reply of ${one.token}`, 'Thank you both.']);
    expect(await bodiesOf(other.token)).toEqual([
      'Another has it too.',
      `Reply of ${other.token}`,
      'Thank you both.',
    ]);
    for (const { token } of [one, other]) {
      expect((await intake.track(token)).text).not.toMatch(/Sam|Alex/);
    }
  });

  it('no longer shows the text of a joined report that the team removed, nor counts its photos', async () => {
    const { code } = await aTrackedReport();
    const other = await joining(code, { description: 'Rude words' });
    const [row] = await intake.rows('ticket_comments', 'ticket_id = $1', [other.ticketId]);
    await core.backends.admin.query(
      `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path, comment_id)
       VALUES ($1, 'photo-1.jpg', 10, gen_random_uuid()::text, $2)`,
      [other.ticketId, row?.['id']],
    );
    expect((await intake.tracked(other.token)).photos).toBe(1);
    await core
      .as(core.admin)
      .delete(`/api/comments/${String(row?.['id'])}`)
      .expect(204);
    expect(await bodiesOf(other.token)).toEqual([]);
    expect((await intake.tracked(other.token)).photos).toBe(0);
  });

  it('counts the photos of each report', async () => {
    const one = await aTrackedReport();
    const other = await joining(one.code, {});
    const [joined] = await intake.rows('ticket_comments', 'ticket_id = $1', [one.ticketId]);
    const attach = (columns: Record<string, unknown>) =>
      core.backends.admin.query(
        `INSERT INTO attachments.attachments (ticket_id, file_name, file_type, file_size, object_path, comment_id, uploaded_by)
         VALUES ($1, 'photo-1.jpg', 'image/jpeg', 10, gen_random_uuid()::text, $2, $3) RETURNING id`,
        [one.ticketId, columns['comment'] ?? null, columns['by'] ?? null],
      );
    await attach({});
    await attach({});
    await attach({ by: core.managerA.userId });
    await attach({ comment: joined?.['id'] });
    expect((await intake.tracked(one.token)).photos).toBe(2);
    expect((await intake.tracked(other.token)).photos).toBe(1);
    await core.query('DELETE FROM attachments.attachments WHERE comment_id IS NOT NULL');
    expect((await intake.tracked(other.token)).photos).toBe(0);
  });

  it('follows a ticket to another store, whose name it then shows', async () => {
    const { token, ticketId } = await aTrackedReport();
    await talk.changeTicket(core.admin, ticketId, { locationId: core.storeB });
    expect(await intake.tracked(token)).toMatchObject({ location: { name: 'Store B' } });
  });

  it('ends 30 days after completion, for good', async () => {
    const { code, token, ticketId } = await aTrackedReport();
    const other = await joining(code, {});
    await complete(ticketId, 29);
    expect(await intake.tracked(token)).toMatchObject({ state: 'fixed' });
    // Reopened in time, it is tracked on, and ends 30 days after the next completion.
    await talk.changeTicket(core.managerA, ticketId, { status: 'in_progress' });
    expect(await intake.tracked(other.token)).toMatchObject({ state: 'working', trackingUntil: null });
    await complete(ticketId, 30);
    for (const report of [{ token }, other]) {
      expect((await intake.track(report.token)).status).toBe(404);
      expect((await intake.post(`track/${report.token}/replies`, { body: 'x' })).status).toBe(404);
    }
    await talk.changeTicket(core.managerA, ticketId, { status: 'incoming' });
    expect((await intake.track(token)).status).toBe(404);
  });
});

describe('POST /api/intake/track/{token}/replies', () => {
  it('adds a comment of the reporter, which the team sees', async () => {
    const { token, ticketId } = await aTrackedReport({ reporterName: 'Sam' });
    const response = await intake.post(
      `track/${token}/replies`,
      { body: ' <b>In the morning</b> only ' },
      {},
      core.admin,
    );
    expect([response.status, response.body]).toEqual([
      201,
      { at: expect.any(String), body: '<b>In the morning</b> only' },
    ]);
    const [, line] = await talk.timeline(core.managerA, ticketId);
    expect(line).toMatchObject({
      kind: 'commented',
      actor: null,
      via: 'qr',
      at: (response.body as { at: string }).at,
      comment: {
        author: null,
        authorName: 'Sam',
        body: '<b>In the morning</b> only',
        mentions: [],
        visibility: 'reporter',
        via: 'qr',
      },
    });
    expect((await intake.tracked(token)).updates.at(-1)).toEqual(response.body);
    expect((await intake.track(token)).headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await intake.rows('ticket_watchers', 'ticket_id = $1', [ticketId])).toEqual([]);
  });

  it.each([
    ['an empty body', {}],
    ['1,001 characters', { body: 'x'.repeat(1001) }],
    ['an unknown field', { body: 'x', visibility: 'team' }],
  ])('refuses %s', async (_name, body) => {
    const { token, ticketId } = await aTrackedReport();
    expect((await intake.post(`track/${token}/replies`, body)).status).toBe(400);
    expect(await intake.rows('ticket_comments', 'ticket_id = $1', [ticketId])).toEqual([]);
  });

  it('mentions nobody, whatever is in it', async () => {
    const { token, ticketId } = await aTrackedReport();
    const body = `<@${core.admin.userId}> look`;
    await intake.post(`track/${token}/replies`, { body }).expect(201);
    const ofTicket = 'comment_id IN (SELECT id FROM core.ticket_comments WHERE ticket_id = $1)';
    expect(await intake.rows('comment_mentions', ofTicket, [ticketId])).toEqual([]);
    expect((await talk.timeline(core.managerA, ticketId))[1]).toMatchObject({ comment: { mentions: [] } });
    expect(await bodiesOf(token)).toEqual(['The oil does not get hot.', body]);
  });
});
