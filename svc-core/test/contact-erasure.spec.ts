import { expect, it } from '@jest/globals';
import { BATCH_SIZE, ContactErasure } from '../src/intake/contact-erasure.ts';
import { conversationOf } from './conversation.ts';
import { useOwnCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';

const core = useOwnCoreService();
const intake = intakeOf(core);
const talk = conversationOf(core);

const erase = () => core.app.get(ContactErasure, { strict: false }).runAll();
const reporter = { reporterName: 'Sam', contact: 'sam@example.com' };
const erasedOnce = `
  SELECT count(*)::int AS count, count(DISTINCT entity_id)::int AS reports FROM auth.audit_entries
  WHERE entity = 'intake_report' AND action = 'update'`;
const known = 'reporter_name IS NOT NULL OR contact IS NOT NULL';

it('erases name and contact when tracking has ended, also at the comments, and not before', async () => {
  const { code } = await intake.code();
  const { number } = await intake.report(code, reporter);
  const ticketId = await intake.ticketId(number);
  const { join } = (await intake.onCode(code)).open[0] ?? {};
  const { trackingToken } = await intake.report(code, { ...reporter, join, reporterName: 'Alex' });
  await intake.post(`track/${trackingToken}/replies`, { body: 'Still cold' }).expect(201);
  const kept = await intake.report((await intake.code()).code, reporter);

  await talk.changeTicket(core.managerA, ticketId, { status: 'solved' });
  await erase();
  expect(await intake.rows('intake_reports', known)).toHaveLength(3);

  await core.query(
    `UPDATE core.tickets SET status = 'solved', completed_at = now() - interval '31 days' WHERE id = $1`,
    [ticketId],
  );
  // Completed again, it ends when the first completion said.
  expect(await intake.rows('intake_reports', 'tracking_until < now()')).toHaveLength(2);
  await erase();
  expect(await intake.rows('intake_reports', 'ticket_id = $1', [ticketId])).toMatchObject([
    { reporter_name: null, contact: null, description: 'The oil does not get hot.' },
    { reporter_name: null, contact: null },
  ]);
  expect(await intake.rows('ticket_comments', 'ticket_id = $1', [ticketId])).toMatchObject([
    { author_name: null, body: 'The oil does not get hot.' },
    { author_name: null, body: 'Still cold' },
  ]);
  expect(await intake.tracked(kept.trackingToken)).toMatchObject({ state: 'received' });
  expect(await intake.rows('intake_reports', known)).toHaveLength(1);

  // Reopened, they stay erased, and tracking stays over.
  await talk.changeTicket(core.managerA, ticketId, { status: 'incoming' });
  expect((await intake.track(trackingToken)).status).toBe(404);
  expect(
    await intake.rows('intake_reports', 'ticket_id = $1 AND tracking_until IS NULL', [ticketId]),
  ).toEqual([]);
  const traces = `SELECT FROM auth.audit_entries a WHERE a::text ~ 'Sam|Alex|sam@example'`;
  expect(await core.query(traces)).toEqual([]);
});

it('works in batches, skips what another replica works on, and erases each once', async () => {
  const count = 2 * BATCH_SIZE + 3;
  await core.query('TRUNCATE core.tickets, auth.audit_entries CASCADE');
  await intake.addEnded(count);
  await core.query(`
    CREATE FUNCTION core.refuse_large_updates() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM changed) > ${BATCH_SIZE} THEN RAISE 'too many rows in one statement'; END IF;
      RETURN NULL;
    END $$`);
  await core.query(`
    CREATE TRIGGER tr_refuse_large_updates AFTER UPDATE ON core.intake_reports
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_large_updates()`);
  const holder = await core.backends.admin.connect();
  try {
    await holder.query('BEGIN; SELECT FROM core.intake_reports ORDER BY id LIMIT 1 FOR UPDATE');
    await Promise.all([erase(), erase()]);
    expect(await intake.rows('intake_reports', known)).toHaveLength(1);
    expect(await intake.rows('ticket_comments', 'author_name IS NOT NULL')).toHaveLength(1);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await erase();
  expect(await intake.rows('intake_reports', known)).toEqual([]);
  expect(await core.query(erasedOnce)).toEqual([{ count, reports: count }]);
});
