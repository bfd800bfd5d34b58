import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

/** Maximum size of a page, plus brackets and commas. */
const MAX_BYTES = 701_000;
const TOO_LONG = 'At most 10000 characters.';

describe.each([
  ['tickets', 'description', 'tickets'],
  ['tickets', 'notes', 'tickets'],
  ['tasks', 'description', 'tasks'],
  ['projects', 'description', 'projects'],
  ['recurring-tasks', 'description', 'recurring_tasks'],
  ['locations', 'address', 'locations'],
])('%s: the field %s', (path, field, table) => {
  const send = (text: string) => core.send('post', `/api/${path}`, { ...core.bodyOf(path), [field]: text });

  it('has at most 10,000 UTF-16 units', async () => {
    const longest = `${'🥪'.repeat(4999)}xy`;
    const created = await send(`  ${longest}  `);
    expect([created.status, created.body]).toEqual([201, expect.objectContaining({ [field]: longest })]);
    const refused = await send(`${longest}z`);
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.objectContaining({ errors: { [field]: [TOO_LONG] } }),
    ]);
  });

  it('keeps a longer existing text when other fields change', async () => {
    const { id } = (await send('x')).body as { id: string };
    const old = 'x'.repeat(50_000);
    await core.query(`UPDATE core.${table} SET ${field} = $1 WHERE id = $2`, [old, id]);
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

describe('a list of the longest texts', () => {
  const rows = 'FROM generate_series(1, 40) n';
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
      await core.query(`INSERT INTO core.${table} (title, ${columns}) SELECT 'long', ${values} ${rows}`, [
        core.storeB,
      ]);
    }
    await core.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT 'Long ' || n, ${text}, 'x', 'NY', '1', 'long-' || n, 'UTC' ${rows}`,
    );
    // An employee assigned to all locations, which have long names.
    await core.query(`UPDATE core.locations SET name = name || repeat('x', 240)`);
    await core.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT 'Many ' || n || repeat('x', 240), 'x', 'x', 'NY', '1', 'many-' || n, 'UTC' FROM generate_series(1, 2000) n`,
    );
    for (const lastName of ['Long', 'Longer', 'Longest']) {
      const { userId } = await core.createUser({ role: 'district_manager', lastName });
      await core.query(
        'INSERT INTO core.manager_assignments (manager_id, location_id) SELECT $1, id FROM core.locations',
        [userId],
      );
    }
  });

  it.each([
    ['tickets', 'core.tickets'],
    ['tickets?sort=createdAt&status=incoming', 'core.tickets'],
    ['tickets?q=long', 'core.tickets', `title = 'long'`],
    ['tasks', 'core.tasks'],
    ['projects', 'core.projects'],
    ['recurring-tasks', 'core.recurring_tasks'],
    ['locations', 'core.locations'],
    ['managers', 'auth.users'],
    ['audit?entity=ticket', 'auth.audit_entries', `entity = 'ticket'`],
  ])('%s: pages end early, and nothing is lost', async (path, table, condition = 'TRUE') => {
    const expected = await core.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE ${condition} ORDER BY id`,
    );
    const [ids, pages] = [new Set<string>(), [] as number[]];
    for await (const { body, text, headers } of core.pages(
      core.admin,
      `/api/${path}${path.includes('?') ? '&' : '?'}limit=1000`,
    )) {
      for (const { id } of body as { id: string }[]) ids.add(id);
      pages.push(Buffer.byteLength(text));
      expect(headers['x-total-count']).toBe(String(expected.length));
    }
    expect([...ids].toSorted()).toEqual(expected.map(({ id }) => id));
    expect(Math.max(...pages)).toBeLessThanOrEqual(MAX_BYTES);
    expect(pages.length).toBeGreaterThan(1);
    // Pages of one row each would also be limited, but too small.
    expect(pages.length).toBeLessThan(ids.size / 2);
  });

  it('returns rows larger than a page on their own pages', async () => {
    const id = await core.insert('tickets', { description: 'x'.repeat(3e6), location_id: core.storeB });
    const path = `/api/tickets?locationId=${core.storeB}&limit=1000`;
    const all = (await core.walk(core.admin, path, 'id')).flat();
    expect([all.length, all[0]]).toEqual([41, id]);
    const oldestFirst = (await core.walk(core.admin, `${path}&sort=createdAt`, 'id')).flat();
    expect(oldestFirst.toSorted()).toEqual(all.toSorted());
  });
});
