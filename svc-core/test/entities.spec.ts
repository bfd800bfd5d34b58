import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { errorsOf, instant, type Row, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

/** The path, the table, the field that changes and names it, and filters of its list that find some of a location. */
const entities = [
  ['locations', 'locations', 'name', ['q=store']],
  ['tickets', 'tickets', 'title', ['locationId', 'q=store', 'assignedTo=none', 'status=incoming']],
  ['recurring-tasks', 'recurring_tasks', 'title', ['q=store', 'active=true', 'assignedTo=none']],
  ['tasks', 'tasks', 'title', []],
  ['equipment', 'equipment', 'name', ['locationId', 'q=store', 'category=cooking']],
  ['projects', 'projects', 'title', []],
  ['vendors', 'vendors', 'name', ['q=a', 'active=true']],
] as const;

describe.each(entities)('/api/%s', (collection, table, field, filters) => {
  const path = `/api/${collection}`;
  const body = () => core.bodyOf(collection);
  const create = async () => {
    const response = await core.as(core.admin).post(path).send(body());
    expect(response.status).toBe(201);
    return { url: `${path}/${(response.body as { id: string }).id}`, tag: response.headers['etag'] ?? '' };
  };
  const patch = (url: string, value: string, tag?: string) => {
    const request = core.as(core.admin).patch(url);
    return (tag === undefined ? request : request.set('If-Match', tag)).send({ [field]: value });
  };

  // No two have the same name.
  if (table === 'vendors') beforeEach(() => core.query('DELETE FROM core.vendors'));

  it('has the same ETag until it changes', async () => {
    const { url, tag } = await create();
    expect(tag).toMatch(/^"\d+"$/);
    expect((await core.as(core.admin).get(url)).headers['etag']).toBe(tag);
    const changed = await patch(url, 'Changed', tag);
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(tag);
    expect((await core.as(core.admin).get(url)).headers['etag']).toBe(changed.headers['etag']);
  });

  it('is not sent again to whoever has it, and a tag has its quotes', async () => {
    const { url, tag } = await create();
    const read = (known: string) => core.as(core.admin).get(url).set('If-None-Match', known);
    const same = await read(`"0", W/${tag}`);
    expect([same.status, same.headers['etag'], same.text]).toEqual([304, tag, '']);
    expect((await read('"0"')).status).toBe(200);
    const unquoted = await patch(url, 'Mine', tag.replaceAll('"', ''));
    expect([unquoted.status, unquoted.body]).toMatchObject([
      400,
      { errors: { 'If-Match': ['Must be an ETag with its quotes, such as "3".'] } },
    ]);
  });

  it('says that a response is one of before', async () => {
    const send = () =>
      core.as(core.admin).post(path).set('Idempotency-Key', `replayed-${collection}`).send(same);
    const same = body();
    const [first, second] = [await send(), await send()];
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([second.status, second.headers['idempotent-replayed'], second.body]).toEqual([
      201,
      'true',
      first.body,
    ]);
  });

  it('rejects a change to a version that somebody else changed', async () => {
    const { url, tag } = await create();
    const theirs = await patch(url, 'Theirs', tag);
    const stale = await patch(url, 'Mine', tag);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ status: 412, detail: expect.stringContaining('Somebody else') });
    expect((await core.as(core.admin).get(url)).body).toMatchObject({ [field]: 'Theirs' });
    expect((await patch(url, 'Mine', theirs.headers['etag'])).status).toBe(200);
    expect((await patch(url, 'Any', '*')).status).toBe(200);
    expect((await patch(url, 'Unguarded')).status).toBe(200);
  });

  it('accepts one of two concurrent changes', async () => {
    const { url, tag } = await create();
    const responses = await Promise.all(['One', 'Two'].map((value) => patch(url, value, tag)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('is removed at the version that was read', async () => {
    const { url, tag } = await create();
    const changed = await patch(url, 'Changed');
    expect((await core.as(core.admin).delete(url).set('If-Match', tag)).status).toBe(412);
    const deleted = await core
      .as(core.admin)
      .delete(url)
      .set('If-Match', changed.headers['etag'] ?? '');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await core.as(core.admin).get(url)).status).toBe(404);
    expect((await core.as(core.admin).delete(url)).status).toBe(404);
    expect((await patch(url, 'Late')).status).toBe(404);
    const { url: other } = await create();
    expect((await core.as(core.admin).delete(other)).status).toBe(204);
  });

  it('changes only the given fields', async () => {
    const [given, changes] = fieldsOf[collection];
    const { id, ...before } = await core.create<Row & { id: string }>(collection, given);
    const stamps = {
      ...('updatedAt' in before && { updatedAt: instant }),
      ...('version' in before && { version: 2 }),
    };
    const url = `${path}/${id}`;
    const changed = await core.send('patch', url, changes);
    expect([changed.status, changed.body]).toEqual([200, { id, ...before, ...changes, ...stamps }]);
    expect((await core.send('patch', url, {})).body).toEqual(changed.body);
    expect((await core.as(core.admin).get(url)).body).toEqual(changed.body);
  });

  it('is listed once in pages, in its order, to those alone who see its location', async () => {
    const isByName = field === 'name';
    const store = await core.createStore('Paged');
    const manager = await core.createManager(...(table === 'locations' ? [] : [store]));
    const ids: string[] = [];
    for (const name of ['b', 'a', 'c', table === 'vendors' ? 'a 2' : 'a']) {
      const place =
        table === 'locations' ? {} : table === 'vendors' ? { locationIds: [store] } : { locationId: store };
      const { id } = await core.create(collection, { [field]: name, ...place });
      if (table === 'locations') await core.assign(manager.userId, id);
      ids.push(id);
    }
    const [b = '', a = '', c = '', again = ''] = ids;
    const pages = await core.walk(manager, `${path}?limit=3`, 'id');
    expect(pages).toEqual(isByName ? [[a, again, b], [c]] : [[again, c, a], [b]]);
    for (const filter of ['', ...filters]) {
      const query = filter === 'locationId' ? `locationId=${store}` : filter;
      const found = (await core.walk(core.managerA, `${path}?${query}`, 'id')).flat();
      expect(found.filter((id) => ids.includes(String(id)))).toEqual([]);
      if (filter === 'locationId') expect(found).toEqual([]);
    }
    const nobody = await core.as(await core.createManager()).get(path);
    expect([nobody.body, nobody.headers['x-total-count']]).toEqual([[], '0']);
  });

  const keyed = (key: string, content: object) =>
    core.as(core.admin).post(path).set('Idempotency-Key', key).send(content);
  const countRows = () => core.count(`core.${table}`);

  it('creates one for ten identical concurrent requests with a key', async () => {
    const [key, content, before] = [randomUUID(), body(), await countRows()];
    const responses = await Promise.all(Array.from({ length: 10 }, () => keyed(key, content)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text, headers }) => `${headers['etag'] ?? ''} ${text}`)).size).toBe(1);
    expect(await countRows()).toBe(before + 1);
  });

  it('rejects the key with another body, and accepts it again after a rejected request', async () => {
    const [key, content, before] = [randomUUID(), body(), await countRows()];
    expect((await keyed(key, { ...content, [field]: '' })).status).toBe(400);
    expect((await keyed(key, content)).status).toBe(201);
    const other = await keyed(key, { ...content, [field]: 'Other' });
    expect([other.status, other.headers['content-type']]).toEqual([
      422,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await countRows()).toBe(before + 1);
  });

  it('records who changed what in the audit trail', async () => {
    const { url } = await create();
    await core
      .as(core.admin)
      .patch(url)
      .set('X-Request-Id', 'request-of-the-change')
      .send({ [field]: 'Changed' });
    await core.as(core.admin).delete(url);
    const rows = await core.query<Record<string, unknown>>(
      `SELECT entity, action, actor_id, request_id, before IS NOT NULL AS before, after ->> $2 AS after
       FROM auth.audit_entries WHERE entity_id = $1 ORDER BY id`,
      [url.slice(path.length + 1), field],
    );
    const common = { entity: table.replace(/s$/, ''), actor_id: core.admin.userId };
    expect(rows).toEqual([
      {
        ...common,
        action: 'create',
        request_id: expect.any(String),
        before: false,
        after: expect.any(String),
      },
      { ...common, action: 'update', request_id: 'request-of-the-change', before: true, after: 'Changed' },
      { ...common, action: 'delete', request_id: expect.any(String), before: true, after: null },
    ]);
  });
});

/** What one is created with, and what is changed then. */
const fieldsOf: Record<(typeof entities)[number][0], readonly [given: object, changes: object]> = {
  locations: [{ phone: '555-0100' }, { name: 'Harbour Street II', status: 'inactive', phone: null }],
  tickets: [{ notes: 'First.' }, { title: 'Oven is hot', priority: 'low', ticketType: 'other', notes: null }],
  'recurring-tasks': [
    {},
    { description: 'All four.', frequency: 'daily', nextOccurrence: '2099-12-02T14:00:00.000Z' },
  ],
  tasks: [{ dueDate: '2026-12-24T18:00:00Z' }, { title: 'Paint both walls', dueDate: null }],
  equipment: [{ model: 'SG14S' }, { name: 'Fryer 3', status: 'out_of_service', model: null }],
  projects: [
    { targetCompletionDate: '2027-02-01T00:00:00Z' },
    { status: 'under way', startDate: '2026-12-01T14:00:00.000Z', targetCompletionDate: null },
  ],
  vendors: [{ email: 'desk@example.com' }, { trades: ['hvac'], active: false, email: null }],
};

it.each([
  ['tickets', 'tickets', 'notes'],
  ['tasks', 'tasks', 'description'],
  ['recurring-tasks', 'recurring_tasks', 'description'],
  ['projects', 'projects', 'description'],
  ['locations', 'locations', 'address'],
])('/api/%s keeps a long text from before the limit, but takes no other', async (path, table, field) => {
  const { id } = await core.create(path);
  const [before, other] = ['a', 'b'].map((letter) => letter.repeat(10_001));
  await core.query(`UPDATE core.${table} SET ${field} = $2 WHERE id = $1`, [id, before]);
  const patch = (text: unknown) => core.send('patch', `/api/${path}/${id}`, { [field]: text });
  expect((await patch(before)).status).toBe(200);
  const refused = await patch(other);
  expect([refused.status, errorsOf(refused)]).toEqual([400, { [field]: ['At most 10000 characters.'] }]);
});

const locations = [() => core.storeB] as const;
const people = [() => core.managerB.userId, () => core.deactivated.userId] as const;
const equipment = [() => core.insert('equipment', { location_id: core.storeB })] as const;
const vendors = [
  () => core.insert('vendors', { location_ids: [core.storeB] }),
  () => core.insert('vendors', { active: false }),
] as const;
const noLocation = 'There is no such location.';
const noEmployee = 'There is no such active employee.';
const noEquipment = 'There is no such equipment at this location.';
const noVendor = 'There is no such active vendor for this location.';

describe.each<
  [path: string, field: string, others: readonly (() => unknown)[], sentence: string, own: () => unknown]
>([
  ['tickets', 'locationId', locations, noLocation, () => core.storeA],
  ['tasks', 'locationId', locations, noLocation, () => core.storeA],
  ['recurring-tasks', 'locationId', locations, noLocation, () => core.storeA],
  ['projects', 'locationId', locations, noLocation, () => core.storeA],
  ['equipment', 'locationId', locations, noLocation, () => core.storeA],
  ['intake-codes', 'locationId', locations, noLocation, () => core.storeA],
  ['tickets', 'assignedTo', people, noEmployee, () => core.managerA.userId],
  ['tasks', 'assignedTo', people, noEmployee, () => core.managerA.userId],
  ['recurring-tasks', 'assignedTo', people, noEmployee, () => core.managerA.userId],
  [
    'tasks',
    'projectId',
    [() => core.insert('projects', { location_id: core.storeB })],
    'There is no such project.',
    () => core.insert('projects'),
  ],
  ['tickets', 'equipmentId', equipment, noEquipment, () => core.insert('equipment')],
  ['intake-codes', 'equipmentId', equipment, noEquipment, () => core.insert('equipment')],
  ['tickets', 'vendorId', vendors, noVendor, () => core.insert('vendors')],
  ['equipment', 'vendorId', vendors, noVendor, () => core.insert('vendors')],
])('/api/%s: %s', (path, field, others, sentence, own) => {
  it('says the same of what is invisible and of what never was, in a new one and in a change', async () => {
    const created = await core.post(path, { [field]: await own() }, core.managerA);
    expect([created.status, errorsOf(created)]).toEqual([201, undefined]);
    const { id } = await core.create(path);
    const texts = [];
    for (const other of [() => unknownId, ...others]) {
      const value = await other();
      const refused = [await core.post(path, { [field]: value }, core.managerA)];
      if (path !== 'intake-codes')
        refused.push(await core.send('patch', `/api/${path}/${id}`, { [field]: value }, core.managerA));
      for (const { status, body } of refused) {
        expect([status, body]).toMatchObject([400, { errors: { [field]: [sentence] } }]);
        texts.push(JSON.stringify({ ...(body as object), requestId: undefined }));
      }
    }
    expect(new Set(texts).size).toBe(1);
    if (path !== 'intake-codes')
      expect((await core.as(core.admin).get(`/api/${path}/${id}`)).headers['etag']).toBe('"1"');
  });
});
