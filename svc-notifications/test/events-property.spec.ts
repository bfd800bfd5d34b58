import { expect, it } from '@jest/globals';
import { writeRandomly } from './random-changes.ts';
import { useService } from './running-service.ts';
import { StreamClient } from './stream-client.ts';
import { WrittenRows } from './written-rows.ts';

const CHANGES = process.env['NIGHTLY'] === '1' ? 10_000 : 1000;
const BATCHES = CHANGES / 100;
const LOCATIONS = 6;

const service = useService();
const rows = new WrittenRows(service);

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
    await Promise.all(
      viewers.map(({ userId }) => writeRandomly(admin, userId, locations, CHANGES / BATCHES)),
    );
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
}, 120_000);
