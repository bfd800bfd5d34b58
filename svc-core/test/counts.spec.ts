import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountFolding } from '../src/counts/count-folding.ts';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
let storeC: string;
beforeAll(async () => {
  core = await startCoreService();
  storeC = await core.createStore('Store C');
});
afterAll(() => core.close());

const query = async (text: string): Promise<unknown[]> => {
  const { rows } = await core.backends.admin.query<Record<string, unknown>>(text);
  return rows;
};
const keys = 'entity, location_id, status, priority, ticket_type, completed';

/** The counts that are kept, and the same counts made by counting. */
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

const insertTickets = (store: string, number: number) =>
  query(`INSERT INTO core.tickets (title, description, location_id, ticket_type, priority)
    SELECT 'x', 'x', '${store}', 'repair', (ARRAY['low', 'medium', 'high'])[n % 3 + 1]
    FROM generate_series(1, ${number}) n RETURNING id`);

describe('the counts', () => {
  it('follow what is created, changed, moved and removed, one by one and in bulk', async () => {
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

  it('stay the same when they are folded, also by several at once', async () => {
    const { kept } = await counts();
    const folding = core.app.get(CountFolding);
    await Promise.all([folding.fold(), folding.fold(), folding.fold()]);
    expect(await query('SELECT FROM core.count_changes')).toEqual([]);
    expect((await counts()).kept).toEqual(kept);
  });

  it('go with a location', async () => {
    await insertTickets(storeC, 10);
    expect((await core.as(core.admin).delete(`/api/locations/${storeC}`)).status).toBe(204);
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
    expect(JSON.stringify(kept)).not.toContain(storeC);
  });

  it('can be made anew', async () => {
    await query('DELETE FROM core.counts');
    await query('SELECT core.recount()');
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
  });

  it('let nobody wait: a location goes while tickets come, move and change, and all is counted', async () => {
    const closing = await core.createStore('Closing');
    const ids = (await insertTickets(closing, 40)) as { id: string }[];
    const folding = core.app.get(CountFolding);
    const ticket = { title: 'x', description: 'x', ticketType: 'repair' };
    const changes = ids.map(({ id }, index) =>
      core
        .as(core.admin)
        .patch(`/api/tickets/${id}`)
        .send([{ status: 'solved' }, { locationId: core.storeA }, { priority: 'low' }][index % 3]),
    );
    const creations = Array.from({ length: 20 }, () =>
      core
        .as(core.admin)
        .post('/api/tickets')
        .send({ ...ticket, locationId: core.storeA }),
    );
    const removal = core.as(core.admin).delete(`/api/locations/${closing}`);
    const [answers] = await Promise.all([
      Promise.all([...changes, ...creations, removal]),
      folding.fold(),
      folding.fold(),
    ]);
    const expected = [200, 201, 204, 404];
    expect(answers.map(({ status }) => status).filter((status) => !expected.includes(status))).toEqual([]);
    const { kept, actual } = await counts();
    expect(kept).toEqual(actual);
  });
});
