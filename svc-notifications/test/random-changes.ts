import type pg from 'pg';

/**
 * Random changes in one transaction: tickets are made, moved, edited, commented on and removed, and the user gets
 * another name, who is nowhere. In the order of the tickets' ids, so that transactions at the same time do not wait in
 * a circle. A comment locks its ticket: the place of one that is written while its ticket moves depends on when the
 * feed is read.
 */
const RANDOM_CHANGES = `
  DO $$
  DECLARE
    total int := current_setting('test.count')::int;
    places uuid[] := string_to_array(current_setting('test.places'), ',')::uuid[];
    tickets uuid[] := ARRAY(
      SELECT id FROM (SELECT id FROM core.tickets ORDER BY random() LIMIT total) AS sample ORDER BY id
    );
    ticket uuid;
    place uuid;
  BEGIN
    FOR step IN 1..total LOOP
      place := places[1 + floor(random() * cardinality(places))::int];
      ticket := tickets[1 + (step - 1) * cardinality(tickets) / total];
      CASE floor(random() * 6)::int
        WHEN 0 THEN UPDATE core.tickets SET location_id = place WHERE id = ticket;
        WHEN 1 THEN UPDATE core.tickets SET title = step::text WHERE id = ticket;
        WHEN 2 THEN INSERT INTO core.ticket_comments (ticket_id, body) SELECT id, 'B' FROM core.tickets WHERE id = ticket FOR UPDATE;
        WHEN 3 THEN DELETE FROM core.tickets WHERE id = ticket AND step % 3 = 0;
        WHEN 4 THEN
          UPDATE auth.users SET last_name = step::text WHERE id = current_setting('mainstay.actor_id')::uuid;
        ELSE INSERT INTO core.tickets (title, description, location_id, ticket_type) VALUES ('T', 'D', place, 'repair');
      END CASE;
    END LOOP;
  END $$`;

/** One transaction of one user, with so many changes at these places. */
export async function writeRandomly(
  admin: pg.Pool,
  userId: string,
  locations: readonly string[],
  count: number,
): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', gen_random_uuid()::text, true),
         set_config('test.places', $2, true), set_config('test.count', $3, true)`,
      [userId, locations.join(), String(count)],
    );
    await client.query(RANDOM_CHANGES);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
