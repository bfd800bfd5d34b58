import { describe, expect, it, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EquipmentService } from '../src/equipment/equipment.service.ts';
import { ImportWork } from '../src/imports/import-work.ts';
import type { ImportResponse, ImportRowResponse } from '../src/imports/imports.schemas.ts';
import { errorsOf, unknownId, useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE_AND_ADDRESS: '1000000' });

const send = (kind: string, file: string | Buffer, user = core.admin) =>
  core.as(user).post(`/api/imports/${kind}`).set('Content-Type', 'text/csv').send(file);

async function plan(kind: string, file: string | Buffer): Promise<ImportResponse> {
  const response = await send(kind, file);
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
  return response.body as ImportResponse;
}

async function rowsOf(id: string, query = ''): Promise<ImportRowResponse[]> {
  return (await core.as(core.admin).get(`/api/imports/${id}/rows${query}`)).body as ImportRowResponse[];
}

const apply = (id: string, query = '') => core.as(core.admin).post(`/api/imports/${id}/apply${query}`);

async function applied(id: string): Promise<ImportResponse> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = (await core.as(core.admin).get(`/api/imports/${id}`)).body as ImportResponse;
    if (found.state === 'applied') return found;
    await sleep(50);
  }
  throw new Error(`${id} is not applied`);
}

const header = 'storeNumber,name,address,city,state,zipCode,phone';
const stores = (count: number, prefix: string): string =>
  [
    header,
    ...Array.from(
      { length: count },
      (_, index) => `${prefix}-${index},Store ${index},${index} Main Street,Portland,ME,04101,`,
    ),
  ].join('\n');
const counts = { create: 0, update: 0, unchanged: 0, error: 0, applied: 0, conflict: 0 };

describe('POST /api/imports/:kind', () => {
  it('needs a session, an administrator and a file', async () => {
    const post = (user?: { cookie: string }) =>
      core.as(user).post('/api/imports/locations').set('Content-Type', 'text/csv').send(header);
    expect((await post()).status).toBe(401);
    expect((await post(core.managerA)).status).toBe(403);
    expect((await core.send('post', '/api/imports/locations', {})).status).toBe(415);
    expect((await core.as().post('/api/imports/locations')).status).toBe(401);
    expect((await core.as(core.admin).post('/api/imports/locations')).status).toBe(400);
    expect((await send('locations', 'x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
    const asCsv = core.as(core.admin).post('/api/locations').set('Content-Type', 'text/csv');
    expect((await asCsv.send(header)).status).toBe(415);
  });

  it.each([
    ['an unknown column', 'storeNumber,colour\n1,red', 'Line 1, column 2: There is no column "colour".'],
    ['a missing column', 'name\nElm', 'Line 1: The column "storeNumber" is missing.'],
    [
      'a repeated column',
      'name,Location Name,storeNumber\na,b,c',
      'Line 1, column 2: The column "name" is there twice.',
    ],
    ['an empty file', ' \n', 'The file is empty.'],
  ])('rejects %s', async (_name, file, sentence) => {
    const response = await send('locations', file);
    expect([response.status, errorsOf(response)]).toEqual([400, { file: [sentence] }]);
  });

  it.each([
    ['equipment', 'storeNumber,name,category\nY-1,Fryer,cooking'],
    ['locations', 'storeNumber,name\nY-1,Elm'],
  ])('changes nothing of an archived store: %s', async (kind, file) => {
    await core.query(`DELETE FROM core.locations WHERE store_number = 'Y-1'`);
    await core.createStore('Yew', { store_number: 'Y-1', archived_at: '2026-03-05T15:04:00Z' });
    const { id } = await plan(kind, file);
    expect((await rowsOf(id))[0]?.errors).toEqual([
      { field: 'storeNumber', message: 'This store is archived. Restore it first.' },
    ]);
  });

  it.each(['', '&archived=true'])('finds an export of locations%s unchanged', async (query) => {
    const columns = {
      address: '=1+1',
      city: "'-2",
      archived_at: query === '' ? null : '2026-03-05T15:04:00Z',
    };
    await core.createStore(`- Pier${query}`, columns);
    await core.createStore(`Dock${query}`, { ...columns, phone: '+1 (207) 555-0114', status: 'inactive' });
    const { text } = await core.as(core.admin).get(`/api/locations?format=csv${query}`);
    const { id, counts: found } = await plan('locations', text);
    expect([found, await rowsOf(id, '?action=error')]).toEqual([
      { ...counts, unchanged: text.split('\r\n').length - 2 },
      [],
    ]);
  });

  it('finds an export of equipment unchanged, also where only other fields tell two apart', async () => {
    const store = await core.createStore('Elm', { store_number: 'X-1' });
    const { id: vendorId } = await core.create('vendors', { name: 'Old Cooling', active: false });
    const machines = [
      { name: 'Fryer', notes: '- belt changed weekly\nsince May', category: 'hvac', vendor_id: vendorId },
      { name: 'Fryer', serial: '=1', category: 'pos', status: 'out_of_service' },
      { name: 'Fryer', notes: 'left' },
      { name: 'Fryer', notes: 'left' },
      { name: 'Oven', serial: 'Fryer' },
    ];
    for (const machine of machines) await core.insert('equipment', { ...machine, location_id: store });
    const { text } = await core.as(core.admin).get(`/api/equipment?format=csv&locationId=${store}`);
    expect((await plan('equipment', text)).counts).toEqual({ ...counts, unchanged: machines.length });
    const more = 'X-1,Fryer,left\nX-1,Fryer,left\nX-1,Fryer,right\nX-1,Fryer,left';
    const { id } = await plan('equipment', `storeNumber,name,notes\n${more}`);
    expect((await rowsOf(id)).map(({ action, errors }) => [action, errors[0]?.message])).toEqual([
      ['unchanged', undefined],
      ['unchanged', undefined],
      ['error', 'The store has several of this name.'],
      ['error', 'The store has several of this name.'],
    ]);
  });

  it('finds equipment by its serial, or by its name without one, and vendors by their name', async () => {
    const store = await core.createStore('Elm', { store_number: 'E-1' });
    const { id: vendorId } = await core.create('vendors', { name: 'Bay Cooling', locationIds: [store] });
    await core.create('vendors', { name: 'Far Cooling', locationIds: [core.storeB] });
    const machine = { locationId: store, category: 'refrigeration' };
    await core.create('equipment', {
      ...machine,
      name: 'Cooler',
      serial: 'C-1',
      vendorId,
      replacementCost: '9000',
    });
    await core.create('equipment', { ...machine, name: 'Freezer', warrantyUntil: '2027-03-05' });
    const file = [
      'Store Number,Name,Category,Serial,Replacement Cost,Vendor,Warranty Until',
      'E-1,Walk-in cooler,,C-1,9000.00,BAY COOLING,',
      'E-1,Freezer,,F-1,,bay cooling,-',
      'E-1,Fryer,Cooking,C-2,10.5,Far Cooling,',
      'E-1,Fryer,Cooking,C-3,10.5,,2027-13-01',
      'E-1,Fryer,Cooking,C-4,10.5,,2027-12-01',
    ].join('\n');
    const { id } = await plan('equipment', file);
    const rows = await rowsOf(id);
    expect(rows.map(({ action, errors }) => [action, ...errors.map(({ field }) => field)])).toEqual([
      ['update'],
      ['update'],
      ['error', 'vendor'],
      ['error', 'warrantyUntil'],
      ['create'],
    ]);
    expect(rows.slice(0, 2).map(({ changes }) => changes)).toEqual([
      [{ field: 'name', from: 'Cooler', to: 'Walk-in cooler' }],
      expect.arrayContaining([
        { field: 'serial', from: null, to: 'F-1' },
        { field: 'vendor', from: null, to: 'Bay Cooling' },
        { field: 'warrantyUntil', from: '2027-03-05', to: null },
      ]),
    ]);
    await apply(id, '?skipErrors=true').set('If-Match', '"1"');
    expect((await applied(id)).counts).toMatchObject({ applied: 3, conflict: 0 });
    const file2 = (await core.as(core.admin).get(`/api/equipment?format=csv&locationId=${store}`)).text;
    expect((await plan('equipment', file2)).counts).toEqual({ ...counts, unchanged: 3 });
  });

  it('refuses a slip of the year, and leaves one that is there already', async () => {
    const store = await core.createStore('Elm', { store_number: 'YR-1' });
    await core.insert('equipment', { name: 'Fryer', location_id: store, installed_on: '2206-11-27' });
    const { id } = await plan(
      'equipment',
      'storeNumber,name,category,model,installedOn\nYR-1,Fryer,,SG14S,2206-11-27\nYR-1,Oven,cooking,,2206-11-27',
    );
    expect(
      (await rowsOf(id)).map(({ changes, errors }) => [changes, errors.map(({ field }) => field)]),
    ).toEqual([
      [[{ field: 'model', from: null, to: 'SG14S' }], []],
      [[], ['installedOn']],
    ]);
  });

  it('plans the templates and the demo file without an error', async () => {
    const documented = (name: string) => readFile(join(import.meta.dirname, '../../docs/import', name));
    await core.createStore('Harbor', { store_number: 'ME-014' });
    const created = { ...counts, create: 1 };
    expect((await plan('equipment', await documented('equipment-template.csv'))).counts).toEqual(created);
    await core.query(`DELETE FROM core.locations WHERE store_number = 'ME-014'`);
    expect((await plan('locations', await documented('locations-template.csv'))).counts).toEqual(created);
    const stores = await plan('locations', await documented('stores.csv'));
    expect(stores.counts).toEqual({ ...counts, create: 250 });
  });

  it('plans what the file would change, and changes nothing', async () => {
    await core.createStore('Elm', { store_number: 'P-1', phone: '555-0101' });
    const before = await core.count('core.locations');
    const planned = await plan(
      'locations',
      [
        'Store Number;LOCATION NAME;Street Address;City;State;ZIP Code;Phone;Status',
        'P-1;;;;;;-;Inactive',
        'P-2;Oak;"2 Oak\nStreet";Boston;MA;02101;;',
        'P-3;Ash;;;;;;closed',
        'P-1;;;;;;;',
      ].join('\r\n'),
    );
    expect(planned).toMatchObject({
      state: 'planned',
      counts: { ...counts, create: 1, update: 1, error: 2 },
    });
    const [changed, created, wrong, again] = await rowsOf(planned.id);
    expect(changed).toMatchObject({
      line: 2,
      action: 'update',
      key: 'P-1',
      changes: [
        { field: 'phone', from: '555-0101', to: null },
        { field: 'status', from: 'active', to: 'inactive' },
      ],
    });
    expect(created?.changes).toContainEqual({ field: 'zipCode', from: null, to: '02101' });
    expect(wrong?.errors.map(({ field }) => field)).toEqual([
      'address',
      'city',
      'state',
      'zipCode',
      'status',
    ]);
    expect(again?.errors).toEqual([{ field: 'key', message: 'Line 2 has the same key.' }]);
    expect((await rowsOf(planned.id, '?action=error')).length).toBe(2);
    expect(await core.walk(core.admin, `/api/imports/${planned.id}/rows?limit=3`, 'key')).toEqual([
      ['P-1', 'P-2', 'P-3'],
      ['P-1'],
    ]);
    expect(await core.count('core.locations')).toBe(before);
  });

  it('names managers that are none, and removes none', async () => {
    const file = `${header},managers\nM-1,Elm,1 Elm Street,Troy,NY,12180,,-\nM-2,Oak,1 Oak Street,Troy,NY,12180,,nobody@example.com`;
    const { id } = await plan('locations', file);
    expect((await rowsOf(id)).map(({ errors }) => errors)).toEqual([
      [{ field: 'managers', message: 'An import removes no managers.' }],
      [{ field: 'managers', message: 'There is no active district manager nobody@example.com.' }],
    ]);
  });

  it('takes a serial once for each store', async () => {
    const rows = 'A-1,Fan,hvac,S-1\nA-1,Fan 2,hvac,S-1\nB-1,Fan,hvac,S-1';
    const { id } = await plan('equipment', `storeNumber,name,category,serial\n${rows}`);
    expect((await rowsOf(id)).map(({ errors }) => errors[0]?.message)).toEqual([
      undefined,
      'Line 2 has the same key.',
      undefined,
    ]);
  });
});

describe('POST /api/imports/:id/apply', () => {
  it('applies stores with their managers; the same file again is unchanged', async () => {
    const [manager] = await core.query<{ email: string }>('SELECT email FROM auth.users WHERE id = $1', [
      core.managerA.userId,
    ]);
    const file = `${header},managers\nQ-1,Elm,1 Elm Street,Troy,NY,12180,555-0100,${manager?.email}`;
    const { id } = await plan('locations', file);
    const response = await apply(id).set('If-Match', '"1"');
    expect([response.status, (response.body as ImportResponse).state]).toEqual([202, 'applying']);
    expect((await applied(id)).counts).toEqual({ ...counts, create: 1, applied: 1 });
    const [store] = await core.query<{ id: string }>(
      `SELECT l.id FROM core.locations l JOIN core.manager_assignments a ON a.location_id = l.id
       WHERE store_number = 'Q-1' AND a.manager_id = $1`,
      [core.managerA.userId],
    );
    expect(
      await core.query('SELECT actor_id, request_id FROM auth.audit_entries WHERE entity_id = $1', [
        store?.id,
      ]),
    ).toEqual([{ actor_id: core.admin.userId, request_id: `import-${id}` }]);
    expect((await plan('locations', file)).counts).toEqual({ ...counts, unchanged: 1 });
    expect((await apply(id)).status).toBe(409);
  });

  it('applies equipment, by store and name', async () => {
    const file =
      'storeNumber\tname\tcategory\tstatus\nA-1\tIce machine\tBeverage\tOut of service\nX-9\tFan\thvac\t';
    const { id, counts: planned } = await plan('equipment', file);
    expect(planned).toEqual({ ...counts, create: 1, error: 1 });
    expect((await apply(id)).status).toBe(409);
    expect((await apply(id, '?skipErrors=true')).status).toBe(202);
    expect((await applied(id)).counts.applied).toBe(1);
    expect(
      await core.query(`SELECT status FROM core.equipment WHERE name = 'Ice machine' AND location_id = $1`, [
        core.storeA,
      ]),
    ).toEqual([{ status: 'out_of_service' }]);
    expect((await plan('equipment', file)).counts).toEqual({ ...counts, unchanged: 1, error: 1 });
  });

  it('leaves rows alone whose target has changed since the preview', async () => {
    const changed = await core.createStore('Elm', { store_number: 'R-1' });
    const { id } = await plan(
      'locations',
      `${header}\nR-1,New name,,,,,\n${stores(2, 'R').split('\n').slice(1, 2).join()}`,
    );
    await core.createStore('Taken', { store_number: 'R-0' });
    await core.query(`UPDATE core.locations SET city = 'Troy' WHERE id = $1`, [changed]);
    await apply(id);
    expect((await applied(id)).counts).toMatchObject({ applied: 0, conflict: 2 });
    expect(await core.query('SELECT name FROM core.locations WHERE id = $1', [changed])).toEqual([
      { name: 'Elm' },
    ]);
    expect((await rowsOf(id, '?action=conflict')).map(({ key }) => key)).toEqual(['R-1', 'R-0']);
  });

  it('adds equipment of a name that the store has already, if it has another serial', async () => {
    const store = await core.createStore('Elm', { store_number: 'V-1' });
    await core.insert('equipment', { name: 'Fryer', serial: 'V1', location_id: store });
    const rows = ['V2', 'V3'].map((serial) => `V-1,Fryer,cooking,${serial}`);
    const { id } = await plan('equipment', ['storeNumber,name,category,serial', ...rows].join('\n'));
    await apply(id);
    expect((await applied(id)).counts).toEqual({ ...counts, create: 2, applied: 2 });
  });

  it('leaves a row alone whose serial was taken since the preview, or that fails for no known reason', async () => {
    const store = await core.createStore('Elm', { store_number: 'W-1' });
    await core.insert('equipment', { name: 'Oven', location_id: store });
    const lines = ['Oven,cooking,W1', 'Fan,hvac,', 'Mixer,other,', 'Grill,cooking,'];
    const file = ['storeNumber,name,category,serial', ...lines.map((line) => `W-1,${line}`)].join('\n');
    const { id } = await plan('equipment', file);
    await core.insert('equipment', { name: 'Other', serial: 'W1', location_id: store });
    await core.insert('equipment', { name: 'Fan', location_id: store });
    const equipment = core.app.get(EquipmentService, { strict: false });
    jest.spyOn(equipment, 'createWithin').mockRejectedValueOnce(new TypeError('unforeseen'));
    await apply(id);
    expect((await applied(id)).counts).toMatchObject({ applied: 1, conflict: 3 });
    jest.restoreAllMocks();
    expect((await rowsOf(id, '?action=conflict')).map(({ errors }) => errors[0]?.message)).toEqual([
      'Other equipment of this location already has this serial number.',
      'It was added since the preview.',
      'It could not be applied.',
    ]);
  });

  it('applies nothing of a version that is not the one read, of an expired plan, or of no plan', async () => {
    const { id } = await plan('locations', stores(1, 'S'));
    expect((await apply(id).set('If-Match', '"9"')).status).toBe(412);
    await core.query(`UPDATE core.imports SET expires_at = now() WHERE id = $1`, [id]);
    expect((await apply(id)).status).toBe(409);
    await core.app.get(ImportWork, { strict: false }).runAll();
    expect((await core.as(core.admin).get(`/api/imports/${id}`)).body).toMatchObject({ state: 'expired' });
    expect(await rowsOf(id)).toEqual([]);
    expect((await apply(unknownId)).status).toBe(404);
  });
});
