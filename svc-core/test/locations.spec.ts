import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LocationResponse } from '../src/locations/locations.schemas.ts';
import { errorsOf, instant, itRejects, useCoreService } from './core-service.ts';

const core = useCoreService();
const create = (more: object = {}) => core.create<LocationResponse>('locations', more);

describe('GET /api/locations', () => {
  let manager: { cookie: string };
  beforeAll(async () => {
    const rows: [string, object][] = [
      ['Quay Street', {}],
      ['Elm', { city: 'Torquay' }],
      ['Elm', {}],
      ['Oak', { store_number: 'QUAY-1' }],
      ['Ash', {}],
    ];
    const ids = [];
    for (const [name, columns] of rows) ids.push(await core.createStore(name, { ...columns }));
    manager = await core.createManager(...ids);
  });

  it('finds a text in the name, the city or the store number, case-insensitively', async () => {
    const found = (q: string) => core.walk(manager, `/api/locations?q=${q}`, 'name').catch(() => []);
    expect(await found('%20quay%20')).toEqual([['Elm', 'Oak', 'Quay Street']]);
    expect((await core.as(manager).get('/api/locations?q=%25')).body).toEqual([]);
  });

  it('names the district managers of each to administrators', async () => {
    const pier = await core.createStore('Pier');
    const { userId: id, cookie } = await core.createManager(pier);
    await core.assign(core.admin.userId, pier);
    const managersFor = async (user: { cookie: string }) =>
      ((await core.as(user).get('/api/locations?q=pier')).body as LocationResponse[]).map(
        ({ managers }) => managers,
      );
    expect(await managersFor(core.admin)).toEqual([[{ id, firstName: 'Cleo', lastName: 'Cook' }]]);
    expect(await managersFor({ cookie })).toEqual([null]);
  });

  it('is a file of all matching ones that has what an import reads', async () => {
    const store = { address: '=1+1', city: 'Bath, ME', phone: '+1 (207) 555-0114', store_number: 'W-1' };
    const wharf = await core.createStore('Wharf', store);
    const header =
      'Location Name,Store Number,Street Address,City,State,ZIP Code,Phone,Status,Time Zone,External ID';
    expect(await core.csv(core.admin, '/api/locations?format=csv&q=wharf')).toEqual([
      header,
      `Wharf,W-1,'=1+1,"Bath, ME",NY,10001,+1 (207) 555-0114,Active,America/New_York,`,
    ]);
    expect(await core.csv(manager, '/api/locations?format=csv&q=wharf')).toEqual([header]);
    expect(await core.csv(manager, '/api/locations?format=csv&limit=1')).toHaveLength(6);
    await core.query('DELETE FROM core.locations WHERE id = $1', [wharf]);
  });
});

describe('POST /api/locations', () => {
  itRejects(
    (change: object) => core.post('locations', change),
    [
      ['an invisible name', { name: '\u200b\u2800\u3164' }, { name: ['Must not be empty.'] }],
      [
        'an unknown time zone',
        { timezone: 'America/Springfield' },
        { timezone: ['Must be a time zone name such as America/New_York.'] },
      ],
    ],
  );

  it('creates an active location in the time zone of the installation, once for a store number', async () => {
    const location = await create({ storeNumber: 'H-ne\u0301w', phone: '' });
    expect(location).toEqual({
      ...core.bodyOf('locations'),
      id: expect.any(String),
      phone: null,
      storeNumber: 'H-n\u00e9w',
      externalId: null,
      status: 'active',
      timezone: 'America/Chicago',
      archivedAt: null,
      managers: [],
      createdAt: instant,
      updatedAt: instant,
    });
    expect((await core.as(core.admin).get(`/api/locations/${location.id}`)).body).toEqual(location);
    const spellings = [
      'H-n\u00e9w',
      'H-ne\u0301w',
      '\u200fH-n\u00e9w\u200b',
      'h-N\u00c9W',
      ' H\u2011n\u00e9w\u3000',
    ];
    for (const storeNumber of spellings) {
      const again = await core.post('locations', { storeNumber });
      expect([again.status, errorsOf(again)]).toEqual([
        409,
        { storeNumber: ['Another location already has this store number.'] },
      ]);
    }
  });

  it('tells of an archived location that has the store number', async () => {
    const { id } = await create({ storeNumber: 'Arch 1' });
    await core.as(core.admin).post(`/api/locations/${id}/archive`).expect(200);
    const sentence = 'An archived location has this store number. Restore it, or use another number.';
    const other = await create();
    for (const refused of [
      await core.post('locations', { storeNumber: 'ARCH  1' }),
      await core.send('patch', `/api/locations/${other.id}`, { storeNumber: 'Arch 1' }),
    ])
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { detail: sentence, errors: { storeNumber: [sentence] } },
      ]);
    await core.as(core.admin).delete(`/api/locations/${id}`).expect(204);
    expect((await core.post('locations', { storeNumber: 'Arch 1' })).status).toBe(201);
  });

  it('accepts numbers that differ by zeros, accents or a space', async () => {
    for (const storeNumber of ['0071', '71', 'E 71', 'E71', '\u00c9 71'])
      expect((await core.post('locations', { storeNumber })).status).toBe(201);
  });

  it('accepts all fields of the form', async () => {
    const fields = { phone: '555-0100', status: 'inactive', timezone: 'Europe/Berlin' };
    expect(await create(fields)).toMatchObject(fields);
  });
});

describe('PATCH /api/locations/:id', () => {
  const patch = (id: string, changes: object) =>
    core.as(core.admin).patch(`/api/locations/${id}`).send(changes);

  it('rejects a store number that is taken, but not another spelling of its own', async () => {
    const location = await create();
    const respelled = location.storeNumber.toUpperCase();
    expect((await patch(location.id, { storeNumber: respelled })).body).toMatchObject({
      storeNumber: respelled,
    });
    const taken = await patch(location.id, { storeNumber: 'b\u20111' });
    expect([taken.status, errorsOf(taken)]).toEqual([
      409,
      expect.objectContaining({ storeNumber: expect.anything() }),
    ]);
  });
});

it('is removed with everything that belongs to it', async () => {
  const { id } = await create();
  await core.assign(core.managerA.userId, id);
  const tables = ['tickets', 'tasks', 'recurring_tasks', 'projects'];
  for (const table of tables) await core.insert(table, { location_id: id });
  expect((await core.as(core.managerA).get(`/api/locations/${id}`)).status).toBe(200);
  expect((await core.as(core.admin).delete(`/api/locations/${id}`)).status).toBe(204);
  for (const table of [...tables, 'manager_assignments'])
    expect([table, await core.count(`core.${table} WHERE location_id = $1`, id)]).toEqual([table, 0]);
  expect((await core.as(core.managerA).get(`/api/locations/${id}`)).status).toBe(404);
});
