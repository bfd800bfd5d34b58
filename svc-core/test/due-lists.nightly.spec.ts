import { beforeAll, expect, it } from '@jest/globals';
import { useOwnCoreService } from './core-service.ts';

const TICKETS = 100_000;
const ROUNDS = 330;

const core = useOwnCoreService();
beforeAll(async () => {
  await core.query(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type, created_at)
       SELECT 'Ticket ' || n, 'Broken', l.id, 'repair', now() - interval '7 days' - n * interval '1 millisecond'
       FROM (SELECT id FROM core.locations LIMIT 1) l CROSS JOIN generate_series(1, ${TICKETS}) n`,
  );
}, 120_000);

/** Gives each open ticket the state that this case of its `n`, from 0 to 99, names; the others are on track. */
async function giveStates(cases: string): Promise<void> {
  await core.query('TRUNCATE core.ticket_deadlines');
  await core.query(
    `INSERT INTO core.ticket_deadlines (ticket_id, is_paused, due_at, at_risk_at, passed)
     SELECT id, state = 'paused',
       CASE state WHEN 'overdue' THEN created_at ELSE now() + interval '9 days' END + number * interval '1 second',
       CASE state WHEN 'overdue' THEN created_at WHEN 'at_risk' THEN now() ELSE now() + interval '8 days' END,
       CASE state WHEN 'overdue' THEN 2 WHEN 'at_risk' THEN 1 ELSE 0 END
     FROM core.tickets CROSS JOIN LATERAL (SELECT number % 100 AS n) share
     CROSS JOIN LATERAL (SELECT CASE ${cases} ELSE 'on_track' END AS state) given`,
  );
  // As autovacuum leaves it: what another transaction may still see is not done at once.
  const isDone = `pg_class WHERE oid = 'core.ticket_deadlines'::regclass AND relallvisible > relpages * 0.9`;
  do await core.query('VACUUM (ANALYZE) core.ticket_deadlines, core.tickets');
  while ((await core.count(isDone)) === 0);
}

it.each([
  ['overdue', 'all', `WHEN TRUE THEN 'overdue'`],
  ['overdue', 'one in a hundred', `WHEN n = 0 THEN 'overdue'`],
  ['at_risk', 'all', `WHEN TRUE THEN 'at_risk'`],
  [
    'at_risk',
    'one in a hundred, half of the others late,',
    `WHEN n = 0 THEN 'at_risk' WHEN n > 50 THEN 'overdue'`,
  ],
  ['paused', 'all', `WHEN TRUE THEN 'paused'`],
  [
    'paused',
    'one in a hundred, half of the others late,',
    `WHEN n = 0 THEN 'paused' WHEN n > 50 THEN 'overdue'`,
  ],
])(
  'the list of due=%s takes at most 1.15 times as long as the list of all, where %s are in it',
  async (due, _share, cases) => {
    await giveStates(cases);
    const took: Record<string, number[]> = { '': [], [`&due=${due}`]: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [filter, times] of Object.entries(took)) {
        const startedAt = performance.now();
        const response = await core.as(core.admin).get(`/api/tickets?status=incoming&limit=50${filter}`);
        // The first ones prepare their statements.
        if (round >= ROUNDS / 10) times.push(performance.now() - startedAt);
        expect(response.status).toBe(200);
        expect(response.body).toHaveLength(50);
      }
    const [all = 0, listed = 0] = Object.values(took).map(
      (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
    );
    expect(listed / all).toBeLessThanOrEqual(1.15);
  },
  240_000,
);
