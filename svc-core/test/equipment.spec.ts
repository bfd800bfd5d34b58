import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { EquipmentResponse } from '../src/equipment/equipment.schemas.ts';
import { errorsOf, instant, itRejects, type Row, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
const create = (more: object = {}, user: { cookie: string } = core.admin) =>
  core.create<EquipmentResponse>('equipment', more, user);
const addCode = (equipment_id: string, more: Row = {}): Promise<string> =>
  core.insert('intake_codes', {
    location_id: core.storeA,
    equipment_id,
    code_hash: randomBytes(32),
    ...more,
  });

describe('POST /api/equipment', () => {
  const post = (change: object, user: { cookie: string } = core.admin) =>
    core.post('equipment', change, user);
  const unknownLocation = { locationId: ['There is no such location.'] };

  it('adds equipment that is in service, without a code, at a visible location', async () => {
    expect(await create({ name: '  Fryer 2 ' }, core.managerA)).toEqual({
      id: expect.any(String),
      locationId: core.storeA,
      name: 'Fryer 2',
      category: 'cooking',
      status: 'in_service',
      manufacturer: null,
      model: null,
      serial: null,
      externalId: null,
      installedOn: null,
      warrantyUntil: null,
      warrantyNote: null,
      replacementCost: null,
      vendorId: null,
      vendor: null,
      notes: null,
      createdAt: instant,
      updatedAt: instant,
      location: { id: core.storeA, name: 'Store A', storeNumber: 'A-1', timezone: 'America/New_York' },
      code: null,
      openTickets: 0,
    });
    expect(await create({ name: 'x'.repeat(120), status: 'retired' })).toMatchObject({ status: 'retired' });
    expect(errorsOf(await post({ locationId: core.storeB }, core.managerA))).toEqual(unknownLocation);
  });
});

it('counts its open tickets, and shows its newest active code', async () => {
  const { id: equipment_id } = await create();
  for (const columns of [
    {},
    { status: 'in_progress' },
    { status: 'solved', completed_at: new Date() },
    // Of the location where it stood before.
    { location_id: core.storeB },
  ])
    await core.insert('tickets', { equipment_id, ...columns });
  await addCode(equipment_id);
  const used = new Date(Date.UTC(2026, 2, 5, 15, 4, 0, 120));
  const created = new Date(Date.UTC(2026, 2, 2, 9, 30, 0, 250));
  const newest = { label: 'Left side', created_at: created, last_used_at: used };
  const id = await addCode(equipment_id, newest);
  await addCode(equipment_id, { active: false });
  const response = await core.as(core.managerA).get(`/api/equipment/${equipment_id}`);
  expect([response.status, response.headers['etag']]).toEqual([200, '"1"']);
  expect(response.body).toMatchObject({
    openTickets: 2,
    code: {
      id,
      label: 'Left side',
      active: true,
      createdAt: created.toISOString(),
      rotatedAt: null,
      lastUsedAt: used.toISOString(),
      suspendedUntil: null,
    },
  });
});

describe('PATCH /api/equipment/:id', () => {
  const patch = (id: string, changes: object, user: { cookie: string } = core.admin) =>
    core.as(user).patch(`/api/equipment/${id}`).send(changes);

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
    const changes = await core.query(
      `SELECT location_before, location_after, fields FROM auth.changes WHERE entity_id = $1 AND action = 'update'`,
      [code],
    );
    expect(changes).toEqual([
      { location_before: core.storeA, location_after: core.storeB, fields: ['locationId'] },
    ]);
  });
});

it('is removed with its codes; tickets and reports stay', async () => {
  const { id } = await create();
  const [ticket_id, code_id] = [await core.insert('tickets', { equipment_id: id }), await addCode(id)];
  const read = () => core.as(core.admin).get(`/api/tickets/${ticket_id}`);
  const before = await read();
  const report = { description: 'Cold.', urgency: 'low', language: 'en', tracking_hash: randomBytes(32) };
  await core.insert('intake_reports', { ticket_id, code_id, ...report });
  expect((await core.as(core.admin).delete(`/api/equipment/${id}`)).status).toBe(204);
  const after = await read();
  expect(after.body).toMatchObject({ equipmentId: null, equipment: null });
  // A change like any other: whoever has the ticket open hears of it.
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
  const changes = await core.query(
    `SELECT entity, action, fields FROM auth.changes
     WHERE (entity_id = $1 AND action = 'update') OR (entity_id = ANY ($2) AND action = 'delete') ORDER BY entity`,
    [ticket_id, [id, code_id]],
  );
  expect(changes).toMatchObject([
    { entity: 'equipment', action: 'delete' },
    { entity: 'intake_code', action: 'delete' },
    { entity: 'ticket', action: 'update', fields: ['equipmentId'] },
  ]);
  expect(await core.count('core.intake_reports WHERE ticket_id = $1 AND code_id IS NULL', ticket_id)).toBe(1);
});

describe('GET /api/equipment', () => {
  beforeAll(async () => {
    await core.query('DELETE FROM core.equipment');
    const oak = await core.createStore('Oak Street', { store_number: 'O-7' });
    const elm = await core.createStore('Elm Street', { store_number: 'E-100%' });
    for (const [location_id, name, category, status] of [
      [oak, 'Walk-in', 'refrigeration', 'in_service'],
      [elm, 'Oven', 'cooking', 'out_of_service'],
      [elm, 'Fryer', 'cooking', 'in_service'],
      [oak, 'Fryer', 'cooking', 'in_service'],
      [core.storeA, 'Till', 'pos', 'retired'],
    ])
      await core.insert('equipment', { location_id, name, category, status });
  });

  const list = async (query = '', user: { cookie: string } = core.admin) => {
    const response = await core.as(user).get(`/api/equipment${query}`);
    const rows = response.body as EquipmentResponse[];
    const names = rows.map(({ location, name }) => `${location.name}: ${name}`);
    expect(response.headers['x-total-count']).toBe(String(names.length));
    return names;
  };
  const all = [
    'Elm Street: Fryer',
    'Elm Street: Oven',
    'Oak Street: Fryer',
    'Oak Street: Walk-in',
    'Store A: Till',
  ];

  it.each([
    ['', all],
    ['?category=cooking', ['Elm Street: Fryer', 'Elm Street: Oven', 'Oak Street: Fryer']],
    ['?status=retired', ['Store A: Till']],
    ['?category=cooking&status=in_service', ['Elm Street: Fryer', 'Oak Street: Fryer']],
    ['?q=fRYER', ['Elm Street: Fryer', 'Oak Street: Fryer']],
    ['?q=oak', ['Oak Street: Fryer', 'Oak Street: Walk-in']],
    ['?q=100%25', ['Elm Street: Fryer', 'Elm Street: Oven']],
    ['?q=_', []],
    ['?q=', all],
  ])('by the names of the locations, then by its own: %s finds %j', async (query, names) => {
    expect(await list(query)).toEqual(names);
  });

  it('is a file of all matching pieces that has what an import reads', async () => {
    await core.query(
      `UPDATE core.equipment SET serial = '0042', warranty_until = '2027-03-05', replacement_cost = 4200.5 WHERE name = 'Oven'`,
    );
    const header =
      'Store Number,Name,Category,Status,Manufacturer,Model,Serial,Installed On,Warranty Until,Replacement Cost,Vendor,Notes,External ID';
    expect(await core.csv(core.admin, '/api/equipment?format=csv&category=cooking&limit=1')).toEqual([
      header,
      'E-100%,Fryer,Cooking,In service,,,,,,,,,',
      'E-100%,Oven,Cooking,Out of service,,,0042,,2027-03-05,4200.50,,,',
      'O-7,Fryer,Cooking,In service,,,,,,,,,',
    ]);
    expect(await core.csv(core.managerA, '/api/equipment?format=csv')).toEqual([
      header,
      'A-1,Till,Point of sale,Retired,,,,,,,,,',
    ]);
  });
});

const ahead = (years: number) => `${new Date().getUTCFullYear() + years}-06-15`;

describe('the record of equipment', () => {
  const record = {
    manufacturer: 'Pitco',
    model: 'SG14S',
    serial: 'G15LC044321',
    installedOn: '1998-03-05',
    warrantyUntil: '2099-03-05',
    warrantyNote: 'Parts and labor',
    replacementCost: '4200',
    notes: 'Gas',
  };

  itRejects<object>(
    (change) => core.post('equipment', change),
    [
      ['a day of installation in two years', { installedOn: ahead(2) }, 'installedOn'],
      ['a warranty of more than a hundred years', { warrantyUntil: ahead(101) }, 'warrantyUntil'],
      ['a negative cost', { replacementCost: '-1' }, 'replacementCost'],
      ['a cost above the most', { replacementCost: '10000000000' }, 'replacementCost'],
    ],
  );

  it('is stored, changed and emptied', async () => {
    const vendorId = await core.insert('vendors', { name: 'Fryers and more' });
    const equipment = await create({ ...record, vendorId }, core.managerA);
    expect(equipment).toMatchObject({
      ...record,
      replacementCost: '4200.00',
      vendor: { id: vendorId, name: 'Fryers and more' },
    });
    const empty = Object.fromEntries(Object.keys({ ...record, vendorId }).map((field) => [field, null]));
    const emptied = await core.send('patch', `/api/equipment/${equipment.id}`, empty, core.managerA);
    expect(emptied.body).toMatchObject({ ...empty, vendor: null });
  });

  it('has a serial number once in a location, until the equipment is removed', async () => {
    const first = await create({ serial: 'SN- 1' });
    const other = await create({ serial: 'SN-2' });
    for (const serial of [
      'SN- 1',
      ' sn-\u00a01',
      'SN\u2011  1',
      's\u200bn\u00ad 1',
      'SN\u2212 1',
      'SN\uff0d 1',
    ]) {
      for (const taken of [
        await core.post('equipment', { serial }),
        await core.send('patch', `/api/equipment/${other.id}`, { serial }),
      ])
        expect([taken.status, Object.keys(errorsOf(taken) as object)]).toEqual([409, ['serial']]);
    }
    const respelled = await core.send('patch', `/api/equipment/${first.id}`, { serial: 'sn\u2011 1' });
    expect(respelled.body).toMatchObject({ serial: 'sn\u2011 1' });
    const elsewhere = await create({ serial: 'SN- 1', locationId: core.storeB });
    const move = (locationId: string) => core.send('patch', `/api/equipment/${elsewhere.id}`, { locationId });
    expect((await move(core.storeA)).status).toBe(409);
    await core.as(core.admin).delete(`/api/equipment/${first.id}`).expect(204);
    expect((await move(core.storeA)).status).toBe(200);
  });

  it('leaves a vendor that does not serve where it moves, and hides one that is not visible', async () => {
    const ofA = await core.insert('vendors', { location_ids: [core.storeA] });
    const { id } = await create({ vendorId: ofA });
    const moved = await core.send('patch', `/api/equipment/${id}`, { locationId: core.storeB });
    expect(moved.body).toMatchObject({ vendorId: null, vendor: null });
    const other = await core.insert('equipment', { vendor_id: ofA, location_id: core.storeB });
    const hidden = await core.as(core.managerB).get(`/api/equipment/${other}`);
    expect(hidden.body).toMatchObject({ vendorId: null, vendor: null });
  });
});

describe('GET /api/equipment/:id/summary', () => {
  const summary = async (id: string, user = core.admin) =>
    (await core.as(user).get(`/api/equipment/${id}/summary`)).body as Row;
  const addCost = (ticket_id: string, amount: string, daysAgo: number) =>
    core.insert('ticket_costs', {
      ticket_id,
      amount,
      incurred_on: new Date(Date.now() - daysAgo * 86_400_000),
    });

  it('has nothing at first', async () => {
    expect(await summary((await create()).id)).toEqual({
      tickets: 0,
      openTickets: 0,
      repeats: 0,
      totalCost: '0.00',
      costLast12Months: '0.00',
      shareOfReplacement: null,
      underWarranty: false,
    });
  });

  it('sums what it has needed in all its places, for managers in theirs', async () => {
    const { id } = await create({ replacementCost: '300', warrantyUntil: '2099-12-31' });
    const [open, solved, elsewhere] = [
      await core.insert('tickets', { equipment_id: id, repeat_of: unknownId }),
      await core.insert('tickets', { equipment_id: id, status: 'solved', completed_at: new Date() }),
      await core.insert('tickets', { equipment_id: id, location_id: core.storeB }),
    ];
    await addCost(open, '100.10', 1);
    await addCost(solved, '40.05', 400);
    await addCost(solved, '10.00', -2);
    await addCost(elsewhere, '49.85', 1);
    expect(await summary(id)).toEqual({
      tickets: 3,
      openTickets: 2,
      repeats: 1,
      totalCost: '200.00',
      costLast12Months: '149.95',
      shareOfReplacement: 66.7,
      underWarranty: true,
    });
    expect(await summary(id, core.managerA)).toMatchObject({ tickets: 2, totalCost: '150.15' });
    await core.send('patch', `/api/equipment/${id}`, { replacementCost: '0', warrantyUntil: '2020-01-01' });
    expect(await summary(id)).toMatchObject({ shareOfReplacement: null, underWarranty: false });
  });
});
