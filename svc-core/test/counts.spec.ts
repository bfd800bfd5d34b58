import { beforeAll, describe, expect, it } from '@jest/globals';
import { CountFolding } from '../src/counts/count-folding.ts';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

let storeC: string;
beforeAll(async () => {
  storeC = await core.createStore('Store C');
});

const query = (text: string) => core.query(text);
const keys = 'entity, location_id, status, priority, ticket_type, completed';

/** The stored counts, and the same counts from counting the rows. */
async function counts(): Promise<{ kept: unknown[]; actual: unknown[] }> {
  const kept = await query(
    `SELECT ${keys}, sum(count)::int AS count FROM core.row_counts GROUP BY ${keys} HAVING sum(count) <> 0
     ORDER BY ${keys}`,
  );
  const actual = await query(`
    WITH one AS (
      SELECT 'tickets' AS entity, location_id, status, priority, ticket_type, NULL::boolean AS completed FROM core.tickets
      UNION ALL SELECT 'tasks', location_id, NULL, NULL, NULL, completed FROM core.tasks
      UNION ALL SELECT 'projects', location_id, NULL, NULL, NULL, NULL FROM core.projects
      UNION ALL SELECT 'recurring_tasks', location_id, NULL, NULL, NULL, NULL FROM core.recurring_tasks
    ), counted AS (
      SELECT * FROM one
      UNION ALL SELECT entity, NULL, status, priority, ticket_type, completed FROM one
    )
    SELECT ${keys}, count(*)::int AS count FROM counted GROUP BY ${keys} ORDER BY ${keys}`);
  return { kept, actual };
}

const waiting = async (): Promise<number> => (await query('SELECT FROM core.count_changes')).length;

const insertTickets = (store: string, number: number) =>
  query(`INSERT INTO core.tickets (title, description, location_id, ticket_type, priority)
    SELECT 'x', 'x', '${store}', 'repair', (ARRAY['low', 'medium', 'high'])[n % 3 + 1]
    FROM generate_series(1, ${number}) n RETURNING id`);

describe('row counts', () => {
  it('follow creations, changes, moves and removals, single and in bulk', async () => {
    const ids = (await insertTickets(core.storeA, 30)) as { id: string }[];
    await query(
      `INSERT INTO core.tasks (title, location_id) VALUES ('x', '${core.storeA}'), ('y', '${storeC}')`,
    );
    await query(`INSERT INTO core.projects (title, location_id) VALUES ('x', '${storeC}')`);
    for (const [index, { id }] of ids.entries()) {
      const change = [{ status: 'solved' }, { locationId: core.storeB }, { title: 'y' }][index % 3];
      expect((await core.as(core.admin).patch(`/api/tickets/${id}`).send(change)).status).toBe(200);
    }
    await core.as(core.admin).delete(`/api/tickets/${ids[0]?.id ?? ''}`);
    await query(`UPDATE core.tickets SET priority = 'high' WHERE location_id = '${core.storeB}'`);
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
    expect(actual).not.toEqual([]);
  });

  it('are added up in the background, however many changes are pending', async () => {
    const { kept } = await counts();
    const holder = await core.backends.admin.connect();
    try {
      // Simulates a replica that is adding up; no other one does so meanwhile.
      await holder.query(`SELECT pg_advisory_lock(hashtext('core.counts'))`);
      await query(`
        INSERT INTO core.count_changes (entity, status, priority, ticket_type, count)
        SELECT 'tickets', 'incoming', 'low', 'repair', CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END
        FROM generate_series(1, 50000) n`);
      expect(await core.app.get(CountFolding).fold()).toBe(0);
      expect(await waiting()).toBeGreaterThanOrEqual(50_000);
      await holder.query(`SELECT pg_advisory_unlock(hashtext('core.counts'))`);
    } finally {
      holder.release();
    }
    await core.runUntil([CountFolding], async () => (await waiting()) === 0);
    expect(await waiting()).toBe(0);
    expect((await counts()).kept).toEqual(kept);
  });

  it('stay the same when several replicas add them up at once', async () => {
    const folding = core.app.get(CountFolding);
    await folding.idle();
    await insertTickets(core.storeA, 3);
    await insertTickets(core.storeB, 2);
    const { kept } = await counts();
    const changes = await waiting();
    expect(changes).toBeGreaterThan(0);
    const folded = await Promise.all([folding.fold(), folding.fold(), folding.fold()]);
    expect(folded.toSorted()).toEqual([0, 0, changes]);
    expect(await waiting()).toBe(0);
    expect((await counts()).kept).toEqual(kept);
  });

  it('can be recalculated', async () => {
    await query('DELETE FROM core.counts');
    await query('SELECT core.recount()');
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
  });

  it('do not block: an uncommitted change does not delay other changes at the same location', async () => {
    const open = await core.backends.admin.connect();
    const ticket = { title: 'x', description: 'x', locationId: core.storeA, ticketType: 'repair' };
    const [mine] = (await insertTickets(core.storeA, 1)) as { id: string }[];
    try {
      await open.query('BEGIN');
      await open.query(
        `INSERT INTO core.tickets (title, description, location_id, ticket_type) VALUES ('x', 'x', $1, 'repair')`,
        [core.storeA],
      );
      const created = await core.as(core.admin).post('/api/tickets').send(ticket);
      const changed = await core.send('patch', `/api/tickets/${mine?.id ?? ''}`, { status: 'solved' });
      const removed = await core.as(core.admin).delete(`/api/tickets/${mine?.id ?? ''}`);
      await core.app.get(CountFolding).fold();
      expect([created.status, changed.status, removed.status]).toEqual([201, 200, 204]);
      await open.query('COMMIT');
    } finally {
      open.release();
    }
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
  });

  it('are correct after a location was removed while its tickets were created, moved and changed', async () => {
    const closing = await core.createStore('Closing');
    const ids = (await insertTickets(closing, 40)) as { id: string }[];
    const folding = core.app.get(CountFolding);
    const ticket = { title: 'x', description: 'x', ticketType: 'repair' };
    const statuses = (requests: PromiseLike<{ status: number }>[]): Promise<number[]> =>
      Promise.all(requests).then((responses) => responses.map(({ status }) => status));
    const [changes, creations, removal] = await Promise.all([
      statuses(
        ids.map(({ id }, index) =>
          core.send(
            'patch',
            `/api/tickets/${id}`,
            [{ status: 'solved' }, { locationId: core.storeA }, { priority: 'low' }][index % 3] ?? {},
          ),
        ),
      ),
      statuses(
        Array.from({ length: 20 }, () =>
          core.send('post', '/api/tickets', { ...ticket, locationId: core.storeA }),
        ),
      ),
      statuses([core.as(core.admin).delete(`/api/locations/${closing}`)]),
      folding.fold(),
      folding.fold(),
    ]);
    // A ticket is changed before its location is removed, or returns 404.
    expect(changes.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(new Set(creations)).toEqual(new Set([201]));
    expect(removal).toEqual([204]);
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
    expect(JSON.stringify(kept)).not.toContain(closing);
  });
});
