import { expect, it } from '@jest/globals';
import { useService } from './running-service.ts';
import { StreamClient } from './stream-client.ts';
import { WrittenRows } from './written-rows.ts';

const CHANGES = process.env['NIGHTLY'] === '1' ? 10_000 : 1000;
const BATCHES = CHANGES / 100;
const LOCATIONS = 6;

const service = useService();
const rows = new WrittenRows(service);

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

it(`of ${CHANGES} random changes each stream has those of its scope: none too many, none missing, none twice`, async () => {
  const { admin } = service.backends;
  const locations: string[] = [];
  while (locations.length < LOCATIONS) locations.push(await rows.location());
  const [first, second] = [
    await service.createUser('district_manager'),
    await service.createUser('district_manager'),
  ];
  const scopes = new Map([
    [first, locations.slice(0, 2)],
    [second, locations.slice(1, 4)],
  ]);
  for (const [user, assigned] of scopes) {
    for (const location of assigned) await rows.assign(user.userId, location);
  }
  const { rows: begun } = await admin.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');

  const viewers = [service.admin, first, second];
  const streams = await Promise.all(viewers.map((user) => StreamClient.open(service.app, user)));
  const count = async (): Promise<number> => {
    const { rows: counted } = await admin.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM auth.audit_entries WHERE xid > $1::xid8',
      [begun[0]?.xid],
    );
    return counted[0]?.count ?? 0;
  };
  // By several users at once, and one stream is interrupted again and again.
  while ((await count()) < CHANGES) {
    await Promise.all(viewers.map(({ userId }) => write(userId)));
    const interrupted = streams[2];
    if (!interrupted) throw new Error('there are three streams');
    interrupted.close();
    const resumed = await StreamClient.open(service.app, { ...second, lastEventId: interrupted.lastEventId });
    resumed.events.unshift(...interrupted.events);
    streams[2] = resumed;
  }
  const last = await rows.ticket(locations[1] ?? '');
  await Promise.all(streams.map((stream) => stream.receive(last)));

  for (const [at, stream] of streams.entries()) {
    const user = viewers[at];
    const scope = user === service.admin ? null : ((user && scopes.get(user)) ?? []);
    // What the feed says, read by a statement of its own.
    const { rows: expected } = await admin.query(
      `SELECT entity, entity_id AS id, action, version, request_id AS "requestId" FROM auth.changes
       WHERE xid > $1::xid8 AND ($2::uuid[] IS NULL OR location_before = ANY($2) OR location_after = ANY($2))
       ORDER BY changes.xid, changes.id`,
      [begun[0]?.xid, scope],
    );
    const received = stream.events.map(({ event, data: { entity, id, action, version, requestId } }) =>
      event === 'change' ? { entity, id, action, version, requestId } : event,
    );
    expect(received).toEqual(expected);
    stream.close();
  }
  expect(await count()).toBeGreaterThan(CHANGES);

  /** One transaction of one user. */
  async function write(userId: string): Promise<void> {
    const client = await admin.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', gen_random_uuid()::text, true),
           set_config('test.places', $2, true), set_config('test.count', $3, true)`,
        [userId, locations.join(), String(CHANGES / BATCHES)],
      );
      await client.query(RANDOM_CHANGES);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
}, 120_000);
