import pg from 'pg';

/** The superuser's connection to the database of a system, for as long as `work` takes. */
export async function withDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Inserts tickets without triggers.
 * @param insertion SQL in which `$1` is their number
 */
const insert = (url: string, count: number, insertion: string): Promise<void> =>
  withDatabase(url, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(insertion, [count]);
    await client.query('SELECT core.recount()');
    // Another checkout may be older than the function.
    await client.query(
      `DO $$ BEGIN IF to_regprocedure('core.rebuild_durations()') IS NOT NULL THEN PERFORM core.rebuild_durations(); END IF; END $$`,
    );
    await client.query('VACUUM ANALYZE');
  });

/** Adds tickets to all stores, one for every ten minutes until now. The newest tenth is not solved. */
export const addTickets = (url: string, count: number): Promise<void> =>
  insert(
    url,
    count,
    `INSERT INTO core.tickets
       (title, description, location_id, status, priority, ticket_type, created_at, completed_at)
     SELECT
       (ARRAY['Oven is cold', 'Door does not close', 'Light flickers', 'Sign broken'])[n % 4 + 1] || ' at counter ' || n % 97,
       'It happened this morning and should be looked at before the weekend.', store.id,
       CASE WHEN is_solved THEN 'solved' ELSE 'incoming' END, (ARRAY['low', 'medium', 'high'])[n % 3 + 1],
       (ARRAY['repair', 'inspection', 'cleaning', 'equipment', 'other'])[n % 5 + 1], at,
       CASE WHEN is_solved THEN at + interval '1 day' END
     FROM generate_series(1, $1::int) n
     CROSS JOIN LATERAL (SELECT now() - n * interval '10 minutes' AS at, n > $1::int / 10 AS is_solved) moment
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number, count(*) OVER () AS stores FROM core.locations) store
       ON store.number = n % store.stores + 1`,
  );

/** Adds the newest tickets, with texts as long as may be: of one byte, of three, and of six in JSON. */
export const addLongTickets = (url: string, count: number): Promise<void> =>
  insert(
    url,
    count,
    `INSERT INTO core.tickets (title, description, notes, location_id, ticket_type)
     SELECT 'Long ' || n, long.text, long.text, (SELECT id FROM core.locations LIMIT 1), 'other'
     FROM generate_series(1, $1::int) n
     CROSS JOIN LATERAL (SELECT repeat((ARRAY['x', '語', E'\\u0001'])[n % 3 + 1], 10000) AS text) long`,
  );

/** A ticket with so many lines in its timeline: its creation, then changes and comments that do not fold. */
export const addConversation = (url: string, lines: number): Promise<string> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM core.tickets ORDER BY created_at LIMIT 1',
    );
    const [{ id } = { id: '' }] = rows;
    await client.query(
      `INSERT INTO core.ticket_comments (ticket_id, author_id, body)
       SELECT $1, (SELECT id FROM auth.users WHERE email = 'admin@example.com'),
         'The part is ordered and should be here on Friday; until then please use the other oven.'
       FROM generate_series(2, $2::int) n WHERE n % 2 = 0`,
      [id, lines],
    );
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, before, after)
       SELECT now() + make_interval(secs => n * 61), u.id, 'update', 'ticket', t.id, to_jsonb(t),
         to_jsonb(t) || jsonb_build_object('notes', 'Called ' || n)
       FROM core.tickets t, auth.users u, generate_series(2, $2::int) n
       WHERE t.id = $1 AND u.email = 'admin@example.com' AND n % 2 = 1`,
      [id, lines],
    );
    return id;
  });
