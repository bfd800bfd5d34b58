import { hashOfCode } from '@mainstay/service-kit';
import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { IntakeSecrets } from '../src/intake/intake-secrets.ts';
import { conversationOf, watchersOf } from './conversation.ts';
import { useCoreService } from './core-service.ts';
import { aReport, intakeOf } from './intake-calls.ts';

const core = useCoreService();
const talk = conversationOf(core);
const intake = intakeOf(core);

const tickets = async (): Promise<number> => (await intake.rows('tickets')).length;

describe('POST /api/intake/{code}/reports with join', () => {
  it('adds a comment and a report to the open ticket, and raises nothing', async () => {
    const { code } = await intake.code({ equipment_id: await intake.equipment('Fryer 6') });
    const first = await intake.report(code, { urgency: 'low' });
    const ticketId = await intake.ticketId(first.number);
    const { version } = (await intake.rows('tickets', 'id = $1', [ticketId]))[0] ?? {};
    const before = await tickets();
    const [open] = (await intake.onCode(code)).open;
    const joined = await intake.report(code, {
      description: 'The same here.',
      join: open?.join,
      reporterName: 'Alex',
    });
    expect(joined.number).toBe(first.number);
    expect(joined.trackingToken).not.toBe(first.trackingToken);
    expect(await tickets()).toBe(before);
    expect(await intake.rows('tickets', 'id = $1', [ticketId])).toMatchObject([
      { priority: 'low', status: 'incoming', version },
    ]);
    const comments = await intake.rows('ticket_comments', 'ticket_id = $1', [ticketId]);
    expect(comments).toMatchObject([
      {
        author_id: null,
        author_name: 'Alex',
        body: 'The same here.',
        visibility: 'reporter',
        via: 'qr',
      },
    ]);
    expect(await intake.rows('intake_reports', 'ticket_id = $1', [ticketId])).toMatchObject([
      { comment_id: null, urgency: 'low' },
      { comment_id: comments[0]?.['id'], urgency: 'high', tracking_hash: hashOfCode(joined.trackingToken) },
    ]);
    expect(await watchersOf(core, ticketId)).toEqual({});
    expect((await intake.onCode(code)).open).toHaveLength(1);
  });

  it('returns 400 for one that is wrong, of another code, expired, or of a completed or moved ticket', async () => {
    const { code, id } = await intake.code({ equipment_id: await intake.equipment('Fryer 8') });
    const other = await intake.code();
    const ticketId = await intake.ticketId((await intake.report(code)).number);
    const byTeam = await talk.createTicket(core.managerA);
    const join = (await intake.onCode(code)).open[0]?.join ?? '';
    const secrets = core.app.get(IntakeSecrets, { strict: false });
    const [comments, before] = [(await intake.rows('ticket_comments')).length, await tickets()];
    const tried = async (sentTo: string, sent: string): Promise<void> => {
      const response = await intake.post(`${sentTo}/reports`, { ...aReport, join: sent });
      expect([response.status, Object.keys((response.body as { errors: object }).errors)]).toEqual([
        400,
        ['join'],
      ]);
    };
    await tried(code, 'nonsense');
    await tried(code, `${join.slice(0, -3)}AAA`);
    await tried(other.code, join);
    await tried(code, secrets.join(id, ticketId, Date.now() - 60 * 60 * 1000));
    await tried(code, secrets.join(id, randomUUID()));
    // Signed, and not by QR code: never given out.
    await tried(code, secrets.join(id, byTeam.id));
    await talk.changeTicket(core.admin, ticketId, { locationId: core.storeB });
    await tried(code, join);
    await talk.changeTicket(core.admin, ticketId, { locationId: core.storeA });
    await talk.changeTicket(core.managerA, ticketId, { status: 'solved' });
    await tried(code, join);
    expect([(await intake.rows('ticket_comments')).length, await tickets()]).toEqual([comments, before]);
    await talk.changeTicket(core.managerA, ticketId, { status: 'in_progress' });
    await intake.report(code, { join });
  });

  it('joins no ticket that is being completed at the same moment, or lets it end for the joined report too', async () => {
    const { code } = await intake.code({ equipment_id: await intake.equipment('Fryer 10') });
    const { number } = await intake.report(code);
    const ticketId = await intake.ticketId(number);
    for (let round = 0; round < 3; round += 1) {
      const { join } = (await intake.onCode(code)).open[0] ?? {};
      await Promise.all([
        intake.post(`${code}/reports`, { ...aReport, join }),
        talk.changeTicket(core.managerA, ticketId, { status: 'solved' }),
      ]);
      const reports = await intake.rows('intake_reports', 'ticket_id = $1', [ticketId]);
      expect(reports.filter((report) => report['tracking_until'] === null)).toEqual([]);
      await talk.changeTicket(core.managerA, ticketId, { status: 'incoming' });
    }
  });
});
