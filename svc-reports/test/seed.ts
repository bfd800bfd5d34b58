import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import type { RunningService } from './running-service.ts';

const STORES = 24;
/** One that changes its clocks in other weeks than the United States, and one that never does. */
const ZONES = ['America/New_York', 'America/Phoenix', 'Europe/Berlin'];

/**
 * Stores in three time zones, and tickets of the two years up to now, half of them in the weeks of the changes to and
 * from daylight saving time, with due dates, pauses, reopenings, repeats, costs, equipment that was removed or moved,
 * an archived store and a removed one. The same in each run.
 * @returns managers of one to four stores each
 */
export async function seed(
  { backends, config }: RunningService,
  { tickets, managers }: { tickets: number; managers: number },
): Promise<TestUser[]> {
  const { admin } = backends;
  const people: TestUser[] = [];
  for (let index = 0; index < managers; index++)
    people.push(await createTestUser(backends, config, { role: 'district_manager' }));
  // On one connection, because the seed of random() is that connection's.
  const client = await admin.connect();
  try {
    await client.query('SELECT setseed(0.5)');
    const rows = async (text: string, values: unknown[] = []): Promise<void> => {
      await client.query(text, values);
    };
    await rows(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone, archived_at, removed_at)
       SELECT 'Store ' || i, '1 Main Street', 'Town', 'NY', '10001', 'R-' || i, ($2::text[])[1 + i % 3],
         CASE WHEN i = 1 THEN now() END, CASE WHEN i = 2 THEN now() END
       FROM generate_series(1, $1) i`,
      [STORES, ZONES],
    );
    await rows(
      `INSERT INTO core.manager_assignments (manager_id, location_id)
       SELECT p.id, l.id FROM unnest($1::uuid[]) WITH ORDINALITY p (id, n) JOIN core.locations l
         ON (substring(l.store_number FROM 3)::int + p.n) % ${STORES} < 1 + p.n % 4
       WHERE l.removed_at IS NULL`,
      [people.map(({ userId }) => userId)],
    );
    await rows(
      `INSERT INTO core.vendors (name, location_ids)
       SELECT 'Vendor ' || i, CASE WHEN i % 3 = 0 THEN ARRAY(SELECT id FROM core.locations WHERE random() < 0.2) ELSE '{}' END
       FROM generate_series(1, 9) i`,
    );
    await rows(
      `INSERT INTO core.equipment (location_id, name, category, replacement_cost, removed_at)
       SELECT l.id, 'Equipment ' || i, (ARRAY['refrigeration', 'cooking', 'beverage', 'hvac'])[1 + i % 4],
         CASE WHEN i % 5 > 0 THEN round((random() * 9000)::numeric, 2) END, CASE WHEN i = 7 THEN now() END
       FROM core.locations l CROSS JOIN generate_series(1, 8) i`,
    );
    await rows(
      `CREATE TEMP TABLE made AS
       SELECT i, l.id AS location_id,
         CASE WHEN i % 2 = 0 THEN now() - random() * interval '730 days'
           ELSE ($3::timestamptz[])[1 + i % 4] + (random() - 0.5) * interval '14 days' END AS created_at,
         CASE WHEN random() < 0.7 THEN (SELECT id FROM core.equipment e WHERE e.location_id = l.id OFFSET (i % 8) LIMIT 1) END AS equipment_id,
         random() AS answered, random() AS solved, random() AS repeated
       FROM generate_series(1, $1) i JOIN core.locations l ON l.store_number = 'R-' || (1 + i % $2)`,
      [tickets, STORES, ['2025-11-02T06:00Z', '2026-03-08T07:00Z', '2026-03-29T01:00Z', '2026-10-25T01:00Z']],
    );
    await rows(
      `INSERT INTO core.tickets (title, location_id, status, priority, ticket_type, created_at, responded_at, completed_at,
         equipment_id, repeat_of, description)
       SELECT 'Ticket ' || i, location_id, CASE WHEN solved < 0.8 THEN 'solved' WHEN answered < 0.9 THEN 'in_progress' ELSE 'incoming' END,
         'medium', 'repair', created_at, CASE WHEN answered < 0.9 THEN created_at + answered * interval '20 hours' END,
         CASE WHEN solved < 0.8 THEN created_at + interval '20 hours' + solved * interval '200 hours' END,
         equipment_id, CASE WHEN repeated < 0.2 AND equipment_id IS NOT NULL THEN uuidv7() END, 'Broken'
       FROM made`,
    );
    // No open one becomes late or risky in the next half hour, between a response and the oracle.
    await rows(
      `INSERT INTO core.ticket_deadlines (ticket_id, is_paused, due_at, at_risk_at, passed)
       SELECT id, completed_at IS NULL AND random() < 0.1, due_at, due_at - interval '2 days', 0
       FROM (SELECT id, completed_at, CASE WHEN random() < 0.9 THEN
           coalesce(completed_at - interval '100 hours', now() + interval '30 minutes' - interval '4 days')
             + floor(random() * 200) * interval '1 hour' END AS due_at
         FROM core.tickets) t WHERE random() < 0.9`,
    );
    await rows(
      `INSERT INTO core.ticket_stops (ticket_id, reason, since, until, ended_at)
       SELECT t.id, 'waiting_parts', t.created_at + n * interval '7 hours',
         CASE WHEN random() < 0.5 THEN t.created_at + n * interval '7 hours' + random() * interval '6 hours' END,
         t.created_at + n * interval '7 hours' + random() * interval '7 hours'
       FROM core.tickets t CROSS JOIN generate_series(1, 3) n WHERE random() < 0.2`,
    );
    await rows(
      `INSERT INTO core.ticket_stops (ticket_id, reason, since)
       SELECT id, 'solved', completed_at FROM core.tickets WHERE completed_at IS NOT NULL`,
    );
    await rows(
      `INSERT INTO core.ticket_costs (ticket_id, kind, amount, description, vendor_id, incurred_on)
       SELECT t.id, (ARRAY['labor', 'parts', 'travel', 'other'])[1 + floor(random() * 4)], (CASE WHEN random() < 0.1 THEN -1 ELSE 1 END) * (1 + floor(random() * 90000)::numeric) / 100,
         'Work', CASE WHEN random() < 0.8 THEN (SELECT id FROM core.vendors OFFSET (t.number % 9) LIMIT 1) END,
         (t.created_at + random() * interval '20 days')::date
       FROM core.tickets t CROSS JOIN generate_series(1, 2) n WHERE random() < 0.4`,
    );
    // Some equipment is in another store now.
    await rows(
      `UPDATE core.equipment SET location_id = (SELECT id FROM core.locations WHERE store_number = 'R-5')
       WHERE name = 'Equipment 3'`,
    );
    await rows('ANALYZE');
  } finally {
    client.release();
  }
  return people;
}
