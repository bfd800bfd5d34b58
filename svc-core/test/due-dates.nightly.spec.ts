import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { useOwnCoreService } from './core-service.ts';
import { replicasOf } from './replicas.ts';

const TICKETS = 100_000;

const core = useOwnCoreService();
const replicas = replicasOf(() => core.backends);
beforeAll(async () => {
  // Due six days ago, as if no replica had run for a week. What is due later is moved there at once, when all is ready.
  await core.backends.admin.query(
    `UPDATE core.response_targets SET active = TRUE WHERE priority = 'high';
     INSERT INTO core.tickets (title, description, location_id, priority, ticket_type, created_at)
       SELECT 'Ticket ' || n, 'Broken', l.id, 'high', 'repair', now() - interval '7 days' - n * interval '1 millisecond'
       FROM (SELECT id FROM core.locations LIMIT 1) l CROSS JOIN generate_series(1, ${TICKETS}) n;
     INSERT INTO core.ticket_deadlines (ticket_id, is_paused, due_at, at_risk_at, passed, next_at)
       SELECT id, FALSE, created_at + interval '4 hours', created_at + interval '3 hours', 0, created_at + interval '3 hours'
       FROM core.tickets;
     ANALYZE`,
  );
}, 120_000);
afterAll(() => replicas.killAll());

it(`after a week without a replica, three of which one is killed notify of ${TICKETS} tickets once each`, async () => {
  // The third is the service of these tests.
  const victim = replicas.start();
  replicas.start();
  const waiting = 'core.ticket_deadlines WHERE next_at <= now()';
  while ((await core.count(waiting)) > (TICKETS * 3) / 4) await sleep(100);
  victim.kill('SIGKILL');
  while ((await core.count(waiting)) > 0) await sleep(500);

  const notified = await core.query(
    `SELECT kind, count(*)::int AS times, count(DISTINCT ticket_id)::int AS tickets FROM core.ticket_events
     GROUP BY kind ORDER BY kind`,
  );
  // Nobody is notified of a risk once the ticket is overdue.
  expect(notified).toEqual([
    { kind: 'escalated', times: TICKETS, tickets: TICKETS },
    { kind: 'overdue', times: TICKETS, tickets: TICKETS },
  ]);
}, 900_000);
