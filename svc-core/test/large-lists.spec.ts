import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CoreService, startCoreService } from './core-service.ts';

/** Maximum size of a page, plus brackets and commas. */
const MAX_BYTES = 701_000;
const TOO_LONG = 'At most 10000 characters.';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

const ticket = () => ({ title: 'x', description: 'x', locationId: core.storeA, ticketType: 'repair' });
const recurringTask = () => ({
  title: 'x',
  locationId: core.storeA,
  frequency: 'daily',
  nextOccurrence: '2099-01-01T00:00:00Z',
});
const project = () => ({ title: 'x', locationId: core.storeA });
const location = () => ({
  name: 'x',
  address: 'x',
  city: 'x',
  state: 'NY',
  zipCode: '1',
  storeNumber: `L-${Math.random()}`,
});

describe.each<[string, string, string, () => object]>([
  ['tickets', 'description', 'tickets', ticket],
  ['tickets', 'notes', 'tickets', ticket],
  ['tasks', 'description', 'tasks', project],
  ['projects', 'description', 'projects', project],
  ['recurring-tasks', 'description', 'recurring_tasks', recurringTask],
  ['locations', 'address', 'locations', location],
])('%s: the field %s', (path, field, table, body) => {
  const send = (text: string) =>
    core
      .as(core.admin)
      .post(`/api/${path}`)
      .send({ ...body(), [field]: text });

  it('has at most 10,000 UTF-16 units', async () => {
    const longest = `${'🥪'.repeat(4999)}xy`;
    const created = await send(`  ${longest}  `);
    expect([created.status, created.body]).toEqual([201, expect.objectContaining({ [field]: longest })]);
    const refused = await send(`${longest}z`);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ errors: { [field]: [TOO_LONG] } }),
    ]);
    const { id } = created.body as { id: string };
    const changed = await core
      .as(core.admin)
      .patch(`/api/${path}/${id}`)
      .send({ [field]: `${longest}z` });
    expect([changed.status, changed.body]).toEqual([
      400,
      expect.objectContaining({ errors: { [field]: [TOO_LONG] } }),
    ]);
  });

  it('keeps a longer existing text when other fields change', async () => {
    const { id } = (await send('x')).body as { id: string };
    const old = 'x'.repeat(50_000);
    await core.backends.admin.query(`UPDATE core.${table} SET ${field} = $1 WHERE id = $2`, [old, id]);
    const name = path === 'locations' ? 'name' : 'title';
    for (const change of [{ [name]: 'y' }, { [name]: 'z', [field]: old }]) {
      const changed = await core.as(core.admin).patch(`/api/${path}/${id}`).send(change);
      expect([changed.status, changed.body]).toEqual([
        200,
        expect.objectContaining({ ...change, [field]: old }),
      ]);
    }
    const read = await core.as(core.admin).get(`/api/${path}/${id}`);
    expect(read.body).toMatchObject({ [field]: old });
  });
});

interface Walk {
  ids: string[];
  /** Bytes of each page. */
  pages: number[];
  totals: Set<string | undefined>;
}

async function walk(first: string): Promise<Walk> {
  const found: Walk = { ids: [], pages: [], totals: new Set() };
  for await (const response of core.pages(core.admin, first)) {
    found.ids.push(...(response.body as { id: string }[]).map(({ id }) => id));
    found.pages.push(Buffer.byteLength(response.text));
    found.totals.add(response.headers['x-total-count']);
  }
  return found;
}

describe('a list of the longest texts', () => {
  const rows = 'FROM generate_series(1, 90) n';
  /**
   * Existing texts of 40 KB: of one-byte characters, of three-byte characters, and of a character with six bytes in
   * JSON.
   */
  const text = `repeat((ARRAY['x', '語', E'\\u0001'])[n % 3 + 1], (ARRAY[40000, 13000, 40000])[n % 3 + 1])`;

  beforeAll(async () => {
    for (const [table, columns, values] of [
      ['tickets', 'description, notes, location_id, ticket_type', `${text}, ${text}, $1, 'other'`],
      ['tasks', 'description, location_id', `${text}, $1`],
      ['projects', 'description, location_id', `${text}, $1`],
      [
        'recurring_tasks',
        'description, location_id, frequency, next_occurrence',
        `${text}, $1, 'daily', now() + interval '1 year'`,
      ],
    ] as const) {
      await core.backends.admin.query(
        `INSERT INTO core.${table} (title, ${columns}) SELECT 'long', ${values} ${rows}`,
        [core.storeB],
      );
    }
    await core.backends.admin.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT 'Long ' || n, ${text}, 'x', 'NY', '1', 'long-' || n, 'UTC' ${rows}`,
    );
    // An employee assigned to all locations, which have long names.
    await core.backends.admin.query(`UPDATE core.locations SET name = name || repeat('x', 240)`);
    await core.backends.admin.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT 'Many ' || n || repeat('x', 240), 'x', 'x', 'NY', '1', 'many-' || n, 'UTC' FROM generate_series(1, 2000) n`,
    );
    for (const lastName of ['Long', 'Longer', 'Longest']) {
      const { userId } = await core.createUser({ role: 'district_manager', lastName });
      await core.backends.admin.query(
        'INSERT INTO core.manager_assignments (manager_id, location_id) SELECT $1, id FROM core.locations',
        [userId],
      );
    }
  });

  it.each([
    ['/api/tickets', 'core.tickets'],
    ['/api/tickets?sort=createdAt&status=incoming', 'core.tickets'],
    ['/api/tickets?q=long', 'core.tickets', `title = 'long'`],
    ['/api/tasks', 'core.tasks'],
    ['/api/projects', 'core.projects'],
    ['/api/recurring-tasks', 'core.recurring_tasks'],
    ['/api/locations', 'core.locations'],
    ['/api/managers', 'auth.users'],
    ['/api/audit?entity=ticket', 'auth.audit_entries', `entity = 'ticket'`],
  ])('%s: pages end early, and nothing is lost', async (url, table, condition = 'TRUE') => {
    const expected = await core.backends.admin.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE ${condition} ORDER BY id`,
    );
    const { ids, pages, totals } = await walk(`${url}${url.includes('?') ? '&' : '?'}limit=1000`);
    expect(ids.toSorted()).toEqual(expected.rows.map(({ id }) => id));
    expect(Math.max(...pages)).toBeLessThanOrEqual(MAX_BYTES);
    expect(pages.length).toBeGreaterThan(1);
    // Pages of one row each would also be limited, but too small.
    expect(pages.length).toBeLessThan(ids.length / 2);
    expect([...totals]).toEqual([String(expected.rows.length)]);
  });

  it('returns rows larger than a page on their own pages', async () => {
    const id = await core.insert('tickets', {
      title: 'huge',
      description: 'x'.repeat(3e6),
      ticket_type: 'other',
      location_id: core.storeB,
    });
    const all = await walk(`/api/tickets?locationId=${core.storeB}&limit=1000`);
    expect(all.ids).toHaveLength(91);
    expect(all.ids[0]).toBe(id);
    const oldestFirst = await walk(`/api/tickets?locationId=${core.storeB}&limit=1000&sort=createdAt`);
    expect(oldestFirst.ids.toSorted()).toEqual(all.ids.toSorted());
    await core.backends.admin.query('DELETE FROM core.tickets WHERE id = $1', [id]);
  });
});
