import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_SIZE, ContactErasure } from '../src/intake/contact-erasure.ts';
import { conversationOf } from './conversation.ts';
import { type CoreService, startCoreService } from './core-service.ts';
import { intakeOf } from './intake-calls.ts';

let core: CoreService;
let intake: ReturnType<typeof intakeOf>;
const running = new Set<ChildProcess>();
beforeEach(async () => {
  core = await startCoreService();
  intake = intakeOf(core);
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await core.close();
});

const erase = () => core.app.get(ContactErasure, { strict: false }).runAll();
const reporter = { reporterName: 'Sam', contact: 'sam@example.com' };
const known = 'reporter_name IS NOT NULL OR contact IS NOT NULL';

/** Completes a ticket 31 days ago. */
const completeLongAgo = (ticketId: string) =>
  core.backends.admin.query(
    `UPDATE core.tickets SET status = 'solved', completed_at = now() - interval '31 days' WHERE id = $1`,
    [ticketId],
  );

it('erases name and contact when tracking has ended, also at the comments, and not before', async () => {
  const { code } = await intake.code();
  const { number } = await intake.report(code, reporter);
  const ticketId = await intake.ticketId(number);
  const { join } = (await intake.onCode(code)).open[0] ?? {};
  const { trackingToken } = await intake.report(code, { ...reporter, join, reporterName: 'Alex' });
  await intake.post(`track/${trackingToken}/replies`, { body: 'Still cold' }).expect(201);
  const kept = await intake.report((await intake.code()).code, reporter);

  const talk = conversationOf(core);
  await talk.changeTicket(core.managerA, ticketId, { status: 'solved' });
  await erase();
  expect(await intake.rows('intake_reports', known)).toHaveLength(3);

  await completeLongAgo(ticketId);
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
  const { rows } = await core.backends.admin.query<{ text: string }>(
    'SELECT a::text AS text FROM auth.audit_entries a',
  );
  expect(rows.filter(({ text }) => /Sam|Alex|sam@example/.test(text))).toEqual([]);
});

/** So many reports of a ticket, each with a reply. */
async function addEnded(count: number): Promise<void> {
  const ticket = await core.insert('tickets', {
    title: 'x',
    description: 'x',
    ticket_type: 'repair',
    location_id: core.storeA,
    via: 'qr',
  });
  await core.backends.admin.query(
    `WITH reports AS (
       INSERT INTO core.intake_reports
         (ticket_id, description, urgency, reporter_name, contact, language, tracking_hash, tracking_until)
       SELECT $1, 'x', 'low', 'Sam', 'sam@example.com', 'en', sha256(n::text::bytea), now() - interval '1 day'
       FROM generate_series(1, $2) n RETURNING id
     ), comments AS (
       INSERT INTO core.ticket_comments (ticket_id, author_name, body, visibility, via)
       SELECT $1, 'Sam', id::text, 'reporter', 'qr' FROM reports RETURNING id, body
     )
     INSERT INTO core.intake_replies (comment_id, report_id) SELECT id, body::uuid FROM comments`,
    [ticket, count],
  );
}

it('works in batches, and skips what another replica works on', async () => {
  const count = 2 * BATCH_SIZE + 3;
  await addEnded(count);
  await core.backends.admin.query(`
    CREATE FUNCTION core.refuse_large_updates() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM changed) > ${BATCH_SIZE} THEN RAISE 'too many rows in one statement'; END IF;
      RETURN NULL;
    END $$`);
  await core.backends.admin.query(`
    CREATE TRIGGER tr_refuse_large_updates AFTER UPDATE ON core.intake_reports
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION core.refuse_large_updates()`);
  const holder = await core.backends.admin.connect();
  try {
    await holder.query('BEGIN; SELECT FROM core.intake_reports ORDER BY id LIMIT 1 FOR UPDATE');
    await erase();
    expect(await intake.rows('intake_reports', known)).toHaveLength(1);
    expect(await intake.rows('ticket_comments', 'author_name IS NOT NULL')).toHaveLength(1);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await erase();
  expect(await intake.rows('intake_reports', known)).toEqual([]);
});

it('continues after a replica was killed, and erases each once', async () => {
  const count = 20 * BATCH_SIZE;
  await addEnded(count);
  const replica = (): ChildProcess => {
    const child = spawn(process.execPath, ['dist/main.js'], {
      env: { ...process.env, ...core.backends.envFor('svc_core') },
      stdio: 'inherit',
    });
    running.add(child);
    return child;
  };
  const left = async (): Promise<number> => (await intake.rows('intake_reports', known)).length;
  const until = async (condition: (number: number) => boolean): Promise<void> => {
    const deadline = Date.now() + 40_000;
    while (!condition(await left())) {
      if (Date.now() > deadline) throw new Error('nothing was erased in time');
      await sleep(5);
    }
  };
  const victim = replica();
  await until((number) => number < count);
  victim.kill('SIGKILL');
  expect(await left()).toBeGreaterThan(0);
  // PostgreSQL holds the rows of the last batch until it notices, so the round after the kill may leave them to the next.
  for (let round = 0; round < 100 && (await left()) > 0; round += 1) {
    await erase();
    await sleep(50);
  }
  expect(await left()).toBe(0);
  expect(await intake.rows('ticket_comments', 'author_name IS NOT NULL')).toEqual([]);
  const { rows } = await core.backends.admin.query(
    `SELECT count(*)::int AS count, count(DISTINCT entity_id)::int AS reports FROM auth.audit_entries
     WHERE entity = 'intake_report' AND action = 'update'`,
  );
  expect(rows).toEqual([{ count, reports: count }]);
}, 60_000);
