import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LocationResponse } from '../src/locations/locations.schemas.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService({ DEFAULT_TIMEZONE: 'America/Chicago' });
});
afterAll(() => core.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
let stores = 0;
const newLocation = (more: object = {}) => ({
  name: 'Harbour Street',
  address: '12 Harbour Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  storeNumber: `H-${(stores += 1)}`,
  ...more,
});
async function createLocation(more: object = {}): Promise<LocationResponse> {
  const response = await core.as(core.admin).post('/api/locations').send(newLocation(more));
  expect(response.status).toBe(201);
  return response.body as LocationResponse;
}
const errorsOf = (response: { body: unknown }): unknown => (response.body as { errors?: unknown }).errors;

describe('GET /api/locations', () => {
  it('requires a session', async () => {
    expect((await core.as().get('/api/locations')).status).toBe(401);
  });

  it.each(['?limit=0', '?limit=1001', '?cursor=x', '?status=active'])('rejects %s', async (query) => {
    expect((await core.as(core.admin).get(`/api/locations${query}`)).status).toBe(400);
  });

  it('lists visible ones, by name', async () => {
    const all = await core.as(core.admin).get('/api/locations');
    const names = (all.body as LocationResponse[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Store A', 'Store B']));
    expect(names).toEqual(names.toSorted());
    expect(all.headers['x-total-count']).toBe(String(names.length));

    const ofA = await core.as(core.managerA).get('/api/locations');
    expect(ofA.body).toMatchObject([{ id: core.storeA, storeNumber: 'A-1' }]);
    expect(ofA.headers['x-total-count']).toBe('1');
  });

  it('finds a text in the name, the city or the store number, case-insensitively', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    for (const columns of [
      { name: 'Quay Street' },
      { name: 'Elm', city: 'Torquay' },
      { name: 'Oak', store_number: 'QUAY-1' },
      { name: 'Ash' },
    ]) {
      await core.assign(manager.userId, await core.createStore(columns.name, columns));
    }
    const found = await core.as(manager).get('/api/locations?q=%20quay%20');
    expect((found.body as LocationResponse[]).map(({ name }) => name)).toEqual(['Elm', 'Oak', 'Quay Street']);
    expect(found.headers['x-total-count']).toBe('3');
    expect((await core.as(manager).get('/api/locations?q=%25')).body).toEqual([]);
  });

  it('returns pages, also across equal names', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    const ids = await Promise.all(['Elm', 'Elm', 'Elm', 'Ash', 'Yew'].map((name) => core.createStore(name)));
    for (const id of ids) await core.assign(manager.userId, id);
    const met: LocationResponse[] = [];
    let next: string | undefined = '/api/locations?limit=2';
    while (next !== undefined) {
      const response = await core.as(manager).get(next);
      expect(response.headers['x-total-count']).toBe('5');
      met.push(...(response.body as LocationResponse[]));
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
    }
    expect(met.map(({ name }) => name)).toEqual(['Ash', 'Elm', 'Elm', 'Elm', 'Yew']);
    expect(new Set(met.map(({ id }) => id))).toEqual(new Set(ids));
  });
});

describe('GET /api/locations/:id', () => {
  it('returns the same for unknown, malformed and invisible ids', async () => {
    const responses = [];
    for (const id of [unknownId, 'nonsense', core.storeB]) {
      const response = await core.as(core.managerA).get(`/api/locations/${id}`);
      expect(response.status).toBe(404);
      responses.push(JSON.stringify({ ...(response.body as object), requestId: undefined }));
    }
    expect(new Set(responses).size).toBe(1);
  });

  it('returns a visible one', async () => {
    const response = await core.as(core.managerA).get(`/api/locations/${core.storeA}`);
    expect(response.body).toMatchObject({ id: core.storeA, name: 'Store A', timezone: 'America/New_York' });
  });
});

describe('POST /api/locations', () => {
  it('is only for administrators', async () => {
    expect((await core.as().post('/api/locations').send(newLocation())).status).toBe(401);
    expect((await core.as(core.managerA).post('/api/locations').send(newLocation())).status).toBe(403);
  });

  it.each([
    ['no name', { name: undefined }, { name: ['Required.'] }],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, { name: ['At most 255 characters.'] }],
    ['an empty address', { address: '' }, { address: ['Must not be empty.'] }],
    ['a city of 101 characters', { city: 'x'.repeat(101) }, { city: ['At most 100 characters.'] }],
    ['a state of 51 characters', { state: 'x'.repeat(51) }, { state: ['At most 50 characters.'] }],
    ['a zip code of 21 characters', { zipCode: 'x'.repeat(21) }, { zipCode: ['At most 20 characters.'] }],
    ['a number for a zip code', { zipCode: 10001 }, { zipCode: ['Must be text.'] }],
    ['a phone of 21 characters', { phone: 'x'.repeat(21) }, { phone: ['At most 20 characters.'] }],
    [
      'a store number of 51 characters',
      { storeNumber: 'x'.repeat(51) },
      { storeNumber: ['At most 50 characters.'] },
    ],
    ['no store number', { storeNumber: undefined }, { storeNumber: ['Required.'] }],
    ['an unknown status', { status: 'closed' }, { status: ['Must be one of: active, inactive.'] }],
    [
      'an unknown time zone',
      { timezone: 'America/Springfield' },
      { timezone: ['Must be a time zone name such as America/New_York.'] },
    ],
    ['an id in the body', { id: unknownId }, { id: ['Unknown field.'] }],
  ])('rejects %s', async (_name, change, errors) => {
    const response = await core.as(core.admin).post('/api/locations').send(newLocation(change));
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual(errors);
  });

  it('rejects a store number that is taken', async () => {
    const response = await core
      .as(core.admin)
      .post('/api/locations')
      .send(newLocation({ storeNumber: 'A-1' }));
    expect(response.status).toBe(409);
    expect(errorsOf(response)).toEqual({ storeNumber: ['Another location already has this store number.'] });
  });

  it('creates an active location in the time zone of the installation', async () => {
    const location = await createLocation({ storeNumber: 'H-new', phone: '' });
    expect(location).toEqual({
      id: expect.any(String),
      name: 'Harbour Street',
      address: '12 Harbour Street',
      city: 'Portland',
      state: 'ME',
      zipCode: '04101',
      phone: null,
      storeNumber: 'H-new',
      status: 'active',
      timezone: 'America/Chicago',
      createdAt: instant,
      updatedAt: instant,
    });
    expect((await core.as(core.admin).get(`/api/locations/${location.id}`)).body).toEqual(location);
  });

  it('accepts all fields of the form', async () => {
    const fields = { phone: '555-0100', status: 'inactive', timezone: 'Europe/Berlin' };
    expect(await createLocation(fields)).toMatchObject(fields);
  });
});

describe('PATCH /api/locations/:id', () => {
  const patch = (id: string, changes: object, user = core.admin) =>
    core.as(user).patch(`/api/locations/${id}`).send(changes);

  it('is only for administrators', async () => {
    expect((await patch(core.storeA, { name: 'Mine' }, core.managerA)).status).toBe(403);
  });

  it.each([
    ['null for a name', { name: null }, 'name'],
    ['an empty city', { city: '' }, 'city'],
    ['an unknown status', { status: 'closed' }, 'status'],
    ['an unknown field', { owner: 'me' }, 'owner'],
  ])('rejects %s', async (_name, changes, field) => {
    const response = await patch(core.storeA, changes);
    expect(response.status).toBe(400);
    expect(Object.keys(errorsOf(response) as object)).toEqual([field]);
  });

  it('returns 404 for an unknown id, 409 for a store number that is taken', async () => {
    expect((await patch(unknownId, { name: 'x' })).status).toBe(404);
    expect((await patch(unknownId, {})).status).toBe(404);
    const taken = await patch(core.storeA, { storeNumber: 'B-1' });
    expect(taken.status).toBe(409);
    expect(errorsOf(taken)).toHaveProperty('storeNumber');
  });

  it('changes only the given fields', async () => {
    const location = await createLocation({ phone: '555-0100' });
    const changes = { name: 'Harbour Street II', status: 'inactive', phone: null };
    const response = await patch(location.id, changes);
    expect([response.status, response.body]).toEqual([200, { ...location, ...changes, updatedAt: instant }]);
    const same = await patch(location.id, { storeNumber: location.storeNumber });
    expect(same.status).toBe(200);
  });
});

describe('DELETE /api/locations/:id', () => {
  it('is only for administrators', async () => {
    expect((await core.as(core.managerA).delete(`/api/locations/${core.storeA}`)).status).toBe(403);
  });

  it('returns 404 for an unknown or malformed id', async () => {
    expect((await core.as(core.admin).delete(`/api/locations/${unknownId}`)).status).toBe(404);
    expect((await core.as(core.admin).delete('/api/locations/nonsense')).status).toBe(404);
  });

  it('removes the location and everything that belongs to it', async () => {
    const { id } = await createLocation();
    const belongings = {
      tickets: { title: 'x', description: 'x', ticket_type: 'repair' },
      tasks: { title: 'x' },
      recurring_tasks: { title: 'x', frequency: 'daily', next_occurrence: new Date() },
      projects: { title: 'x' },
      manager_assignments: { manager_id: core.managerA.userId },
    };
    for (const [table, columns] of Object.entries(belongings)) {
      await core.insert(table, { ...columns, location_id: id });
    }
    expect((await core.as(core.managerA).get(`/api/locations/${id}`)).status).toBe(200);
    const response = await core.as(core.admin).delete(`/api/locations/${id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    for (const table of Object.keys(belongings)) {
      const { rows } = await core.backends.admin.query(`SELECT FROM core.${table} WHERE location_id = $1`, [
        id,
      ]);
      expect(rows).toEqual([]);
    }
    expect((await core.as(core.managerA).get(`/api/locations/${id}`)).status).toBe(404);
  });
});
