import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { EquipmentResponse } from '../src/equipment/equipment.schemas.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const fryer = (more: object = {}) => ({
  name: 'Fryer 2',
  category: 'cooking',
  locationId: core.storeA,
  ...more,
});
const errorsOf = (response: { body: unknown }): unknown => (response.body as { errors?: unknown }).errors;

async function create(more: object = {}, user = core.admin): Promise<EquipmentResponse> {
  const response = await core.as(user).post('/api/equipment').send(fryer(more));
  expect(response.status).toBe(201);
  return response.body as EquipmentResponse;
}

const addCode = (equipment_id: string, more: object = {}): Promise<string> =>
  core.insert('intake_codes', {
    location_id: core.storeA,
    equipment_id,
    code_hash: randomBytes(32),
    ...more,
  });

const addTicket = (equipment_id: string, more: object = {}): Promise<string> =>
  core.insert('tickets', {
    title: 'x',
    description: 'x',
    ticket_type: 'equipment',
    location_id: core.storeA,
    equipment_id,
    ...more,
  });

describe('POST /api/equipment', () => {
  const post = (body: object, user: { cookie: string } | undefined = core.admin) =>
    core.as(user).post('/api/equipment').send(body);

  it('requires a session', async () => {
    expect((await core.as().post('/api/equipment').send(fryer())).status).toBe(401);
  });

  it.each([
    ['no location', { locationId: undefined }, { locationId: ['Required.'] }],
    ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    ['no name', { name: undefined }, { name: ['Required.'] }],
    ['a name of white space', { name: ' ' }, { name: ['Must not be empty.'] }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, { name: ['At most 120 characters.'] }],
    ['no category', { category: undefined }, { category: ['Required.'] }],
    ['an unknown category', { category: 'toys' }, { category: [expect.stringContaining('Must be one of')] }],
    ['an unknown status', { status: 'broken' }, { status: [expect.stringContaining('Must be one of')] }],
    ['an unknown field', { openTickets: 5 }, { openTickets: ['Unknown field.'] }],
  ])('rejects %s', async (_name, change, errors) => {
    const response = await post(fryer(change));
    expect([response.status, errorsOf(response)]).toEqual([400, errors]);
  });

  it('returns the same for an invisible and an unknown location', async () => {
    const [foreign, unknown] = [
      await post(fryer({ locationId: core.storeB }), core.managerA),
      await post(fryer({ locationId: unknownId }), core.managerA),
    ];
    expect([foreign.status, errorsOf(foreign)]).toEqual([400, errorsOf(unknown)]);
  });

  it('adds equipment that is in service, without a code', async () => {
    const equipment = await create({ name: '  Fryer 2 ' }, core.managerA);
    expect(equipment).toEqual({
      id: expect.any(String),
      locationId: core.storeA,
      name: 'Fryer 2',
      category: 'cooking',
      status: 'in_service',
      createdAt: instant,
      updatedAt: instant,
      location: { id: core.storeA, name: 'Store A', storeNumber: 'A-1' },
      code: null,
      openTickets: 0,
    });
    expect(await create({ name: 'x'.repeat(120), status: 'retired' })).toMatchObject({ status: 'retired' });
  });
});

describe('GET /api/equipment/:id', () => {
  it('requires a session', async () => {
    expect((await core.as().get(`/api/equipment/${unknownId}`)).status).toBe(401);
  });

  it('returns 404 for unknown, malformed and invisible ids', async () => {
    const { id } = await create({ locationId: core.storeB });
    for (const asked of [unknownId, 'nonsense', id]) {
      expect((await core.as(core.managerA).get(`/api/equipment/${asked}`)).status).toBe(404);
    }
  });

  it('counts its open tickets, and shows its newest active code', async () => {
    const { id } = await create();
    await addTicket(id);
    await addTicket(id, { status: 'in_progress' });
    await addTicket(id, { status: 'solved', completed_at: new Date() });
    // Of the location where it stood before.
    await addTicket(id, { location_id: core.storeB });
    await addCode(id);
    const used = new Date(Date.UTC(2026, 2, 5, 15, 4, 0, 120));
    const created = new Date(Date.UTC(2026, 2, 2, 9, 30, 0, 250));
    const newest = await addCode(id, { label: 'Left side', created_at: created, last_used_at: used });
    await addCode(id, { active: false });
    const response = await core.as(core.managerA).get(`/api/equipment/${id}`);
    expect([response.status, response.headers['etag']]).toEqual([200, '"1"']);
    expect(response.body).toMatchObject({
      openTickets: 2,
      code: {
        id: newest,
        label: 'Left side',
        active: true,
        createdAt: created.toISOString(),
        rotatedAt: null,
        lastUsedAt: used.toISOString(),
        suspendedUntil: null,
      },
    });
  });
});

describe('PATCH /api/equipment/:id', () => {
  const patch = (id: string, changes: object, user: { cookie: string } = core.admin) =>
    core.as(user).patch(`/api/equipment/${id}`).send(changes);

  it('requires a session', async () => {
    const { id } = await create();
    expect((await core.as().patch(`/api/equipment/${id}`).send({ name: 'x' })).status).toBe(401);
  });

  it('returns 404 for equipment that is not visible, and does not change it', async () => {
    const { id } = await create({ locationId: core.storeB });
    expect((await patch(id, { name: 'Stolen' }, core.managerA)).status).toBe(404);
    expect((await core.as(core.admin).get(`/api/equipment/${id}`)).body).toMatchObject({ name: 'Fryer 2' });
  });

  it.each([
    ['an unknown location', { locationId: unknownId }, 'locationId'],
    ['null for a name', { name: null }, 'name'],
    ['an unknown status', { status: 'broken' }, 'status'],
    ['an unknown field', { code: null }, 'code'],
  ])('rejects %s', async (_name, changes, field) => {
    const { id } = await create();
    const response = await patch(id, changes);
    expect(response.status).toBe(400);
    expect(Object.keys(errorsOf(response) as object)).toEqual([field]);
  });

  it('changes only the given fields', async () => {
    const equipment = await create({}, core.managerA);
    const changes = { name: 'Fryer 3', status: 'out_of_service' };
    const response = await patch(equipment.id, changes, core.managerA);
    expect(response.body).toEqual({ ...equipment, ...changes, updatedAt: instant });
    expect((await patch(equipment.id, {})).body).toEqual(response.body);
  });

  it('moves its codes to the new location, and does not let a manager move it where they cannot see it', async () => {
    const { id } = await create();
    const code = await addCode(id);
    const refused = await patch(id, { locationId: core.storeB }, core.managerA);
    expect([refused.status, Object.keys(errorsOf(refused) as object)]).toEqual([400, ['locationId']]);
    const moved = await patch(id, { locationId: core.storeB });
    expect(moved.body).toMatchObject({ location: { id: core.storeB }, code: { id: code } });
    const codesOf = async (user: { cookie: string }) =>
      (await core.as(user).get(`/api/intake-codes?equipmentId=${id}`)).body as unknown[];
    expect([(await codesOf(core.managerA)).length, (await codesOf(core.managerB)).length]).toEqual([0, 1]);
    const { rows } = await core.backends.admin.query(
      `SELECT location_before, location_after, fields FROM auth.changes WHERE entity = 'intake_code' AND entity_id = $1
       AND action = 'update'`,
      [code],
    );
    expect(rows).toEqual([
      { location_before: core.storeA, location_after: core.storeB, fields: ['locationId'] },
    ]);
  });
});

describe('DELETE /api/equipment/:id', () => {
  it('requires a session, and an administrator', async () => {
    const { id } = await create();
    expect((await core.as().delete(`/api/equipment/${id}`)).status).toBe(401);
    expect((await core.as(core.managerA).delete(`/api/equipment/${id}`)).status).toBe(403);
  });

  it('removes it with its codes; tickets and reports stay', async () => {
    const { id } = await create();
    const [ticket, code] = [await addTicket(id), await addCode(id)];
    const before = await core.as(core.admin).get(`/api/tickets/${ticket}`);
    await core.insert('intake_reports', {
      ticket_id: ticket,
      code_id: code,
      description: 'Cold.',
      urgency: 'low',
      language: 'en',
      tracking_hash: randomBytes(32),
    });
    expect((await core.as(core.admin).delete(`/api/equipment/${id}`)).status).toBe(204);
    const after = await core.as(core.admin).get(`/api/tickets/${ticket}`);
    expect(after.body).toMatchObject({ equipmentId: null, equipment: null });
    // A change like any other: whoever has the ticket open hears of it.
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    const { rows } = await core.backends.admin.query(
      `SELECT entity, action, fields FROM auth.changes
       WHERE (entity_id = $1 AND action = 'update') OR (entity_id = ANY ($2) AND action = 'delete') ORDER BY entity`,
      [ticket, [id, code]],
    );
    expect(rows).toMatchObject([
      { entity: 'equipment', action: 'delete' },
      { entity: 'intake_code', action: 'delete' },
      { entity: 'ticket', action: 'update', fields: ['equipmentId'] },
    ]);
    const reports = await core.backends.admin.query(
      'SELECT code_id FROM core.intake_reports WHERE ticket_id = $1',
      [ticket],
    );
    expect(reports.rows).toEqual([{ code_id: null }]);
  });
});

describe('GET /api/equipment', () => {
  let stores: { elm: string; oak: string };
  beforeAll(async () => {
    await core.backends.admin.query('DELETE FROM core.equipment');
    const oak = await core.createStore('Oak Street', { store_number: 'O-7' });
    const elm = await core.createStore('Elm Street', { store_number: 'E-100%' });
    stores = { oak, elm };
    for (const [location_id, name, category, status] of [
      [oak, 'Walk-in', 'refrigeration', 'in_service'],
      [elm, 'Oven', 'cooking', 'out_of_service'],
      [elm, 'Fryer', 'cooking', 'in_service'],
      [oak, 'Fryer', 'cooking', 'in_service'],
      [core.storeA, 'Till', 'pos', 'retired'],
    ]) {
      await core.insert('equipment', { location_id, name, category, status });
    }
  });

  const list = async (query = '', user = core.admin) => {
    const response = await core.as(user).get(`/api/equipment${query}`);
    expect(response.status).toBe(200);
    const { link = '', 'x-total-count': total } = response.headers as Record<string, string | undefined>;
    return {
      names: (response.body as EquipmentResponse[]).map(({ location, name }) => `${location.name}: ${name}`),
      total,
      next: /^<\/api\/equipment([^>]+)>; rel="next"$/.exec(link)?.[1],
    };
  };
  const all = [
    'Elm Street: Fryer',
    'Elm Street: Oven',
    'Oak Street: Fryer',
    'Oak Street: Walk-in',
    'Store A: Till',
  ];

  it('requires a session', async () => {
    expect((await core.as().get('/api/equipment')).status).toBe(401);
  });

  it.each([
    ['?category=toys', 'category'],
    ['?status=broken', 'status'],
    ['?locationId=1', 'locationId'],
    ['?limit=0', 'limit'],
    ['?cursor=WyJ4Il0', 'cursor'],
    ['?name=Fryer', 'name'],
  ])('rejects %s', async (query, field) => {
    const response = await core.as(core.admin).get(`/api/equipment${query}`);
    expect([response.status, Object.keys(errorsOf(response) as object)]).toEqual([400, [field]]);
  });

  it('lists equipment by the names of the locations, then by its own', async () => {
    expect(await list()).toEqual({ names: all, total: '5', next: undefined });
  });

  it('limits a manager to their stores, whatever the filters', async () => {
    expect(await list('', core.managerA)).toMatchObject({ names: ['Store A: Till'], total: '1' });
    expect(await list(`?locationId=${stores.elm}`, core.managerA)).toMatchObject({ names: [], total: '0' });
    expect(await list('?q=fryer', core.managerA)).toMatchObject({ names: [], total: '0' });
  });

  it.each([
    ['?category=cooking', ['Elm Street: Fryer', 'Elm Street: Oven', 'Oak Street: Fryer']],
    ['?status=retired', ['Store A: Till']],
    ['?category=cooking&status=in_service', ['Elm Street: Fryer', 'Oak Street: Fryer']],
    ['?q=fRYER', ['Elm Street: Fryer', 'Oak Street: Fryer']],
    ['?q=oak', ['Oak Street: Fryer', 'Oak Street: Walk-in']],
    ['?q=100%25', ['Elm Street: Fryer', 'Elm Street: Oven']],
    ['?q=_', []],
    ['?q=', all],
  ])('%s finds %j', async (query, names) => {
    expect(await list(query)).toMatchObject({ names, total: String(names.length) });
  });

  it('filters by location', async () => {
    expect(await list(`?locationId=${stores.oak}&q=walk`)).toMatchObject({ names: ['Oak Street: Walk-in'] });
  });

  it.each([1, 2, 3])('returns each once in pages of %i', async (limit) => {
    const met: string[] = [];
    let query: string | undefined = `?limit=${limit}`;
    while (query !== undefined) {
      const { names, total, next } = await list(query);
      expect(total).toBe('5');
      met.push(...names);
      query = next;
    }
    expect(met).toEqual(all);
  });
});
