import { beforeEach, expect, it } from '@jest/globals';
import { ImportWork } from '../src/imports/import-work.ts';
import type { ImportResponse, ImportRowResponse } from '../src/imports/imports.schemas.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

async function rowsOf(kind: string, header: string, ...lines: string[]) {
  const file = [header, ...lines].join('\n');
  const planned = await core
    .as(core.admin)
    .post(`/api/imports/${kind}`)
    .set('Content-Type', 'text/csv')
    .send(file)
    .expect(201);
  const { id } = planned.body as ImportResponse;
  const found = await core.as(core.admin).get(`/api/imports/${id}/rows`).expect(200);
  return { id, rows: found.body as ImportRowResponse[] };
}

/** What the rows of a file would do: their action, with what they change or why they are errors. */
async function plan(kind: string, header: string, ...lines: string[]): Promise<unknown[]> {
  const { rows } = await rowsOf(kind, header, ...lines);
  return rows.map(({ action, changes, errors }) => [
    action,
    ...(action === 'update' ? changes.map(({ field, to }) => `${field}: ${to}`) : []),
    ...errors.map(({ field, message }) => `${field}: ${message}`),
  ]);
}

const address = 'Elm,1 Elm Street,Troy,NY,12180';
const columns = 'storeNumber,name,address,city,state,zipCode';
const lost = (words: string) => `Did a spreadsheet remove zeros? ${words}`;

beforeEach(async () => {
  await core.query(`DELETE FROM core.equipment`);
  await core.query(`DELETE FROM core.locations WHERE store_number NOT IN ('A-1', 'B-1')`);
});

it('finds a store by its number in whatever spelling, and keeps that of the store', async () => {
  await core.createStore('Elm', { store_number: 'ab 12é' });
  expect(
    await plan(
      'locations',
      columns,
      `AB\u00a0 12E\u0301,Oak,,,,`,
      `ab 12é,Ash,,,,`,
      `N-1,${address}`,
      `n\u20111,${address}`,
    ),
  ).toEqual([
    ['update', 'name: Oak'],
    ['error', 'key: Line 2 has the same key.'],
    ['create'],
    ['error', 'key: Line 4 has the same key.'],
  ]);
  expect(await plan('equipment', 'storeNumber,name,category', 'AB 12É,Fryer,cooking')).toEqual([['create']]);
});

it('finds equipment by its serial or name in whatever spelling, and keeps that of the equipment', async () => {
  for (const columns of [{ name: 'Fryer 1' }, { name: 'Oven', serial: 'SN-AB12' }, { name: 'Grill' }])
    await core.insert('equipment', columns);
  const lines = [
    'a-1,fryer  1,,Gas',
    'A-1,Fryer 1,,',
    'A-1,OVEN 2,sn\u2011ab12,',
    'A-1,GRILL,G-1,',
    'A-1,Mixer,,',
    'A-1,mixer,,',
  ].map((line) => `${line},other`);
  expect(await plan('equipment', 'storeNumber,name,serial,notes,category', ...lines)).toEqual([
    ['update', 'category: other', 'notes: Gas'],
    ['error', 'key: Line 2 has the same key.'],
    ['update', 'name: OVEN 2', 'category: other'],
    ['update', 'category: other', 'serial: G-1'],
    ['create'],
    ['error', 'key: Line 6 has the same key.'],
  ]);
});

it('takes what is spelled like a row where there are two, and is in doubt otherwise', async () => {
  for (const name of ['Fryer', 'FRYER']) await core.insert('equipment', { name });
  const rows = await plan('equipment', 'storeNumber,name,notes', 'A-1,FRYER,a', 'A-1,Fryer,b', 'A-1,fryer,c');
  expect(rows).toEqual([
    ['update', 'notes: a'],
    ['update', 'notes: b'],
    ['error', 'name: The store has several of this name.'],
  ]);
});

it('adds no equipment of a name that was added in another spelling since the preview', async () => {
  const { id } = await rowsOf('equipment', 'storeNumber,name,category', 'A-1,FRYER  9,cooking');
  await core.insert('equipment', { name: 'Fryer 9' });
  await core.as(core.admin).post(`/api/imports/${id}/apply`).expect(202);
  const work = core.app.get(ImportWork, { strict: false });
  await work.runAll();
  await work.runAll();
  const left = await core.as(core.admin).get(`/api/imports/${id}/rows`);
  expect(left.body).toMatchObject([
    { outcome: 'conflict', errors: [{ message: 'It was added since the preview.' }] },
  ]);
});

it('finds a vendor by its name in whatever spelling', async () => {
  const vendor_id = await core.insert('vendors', { name: 'Polar Refrigeration' });
  await core.insert('equipment', { name: 'Cooler', vendor_id });
  await core.insert('equipment', { name: 'Freezer' });
  const lines = ['A-1,Cooler,POLAR \u00a0refrigeration', 'A-1,Freezer,Polar  Refrigeration'];
  expect(await plan('equipment', 'storeNumber,name,vendor', ...lines)).toEqual([
    ['unchanged'],
    ['update', 'vendor: Polar Refrigeration'],
  ]);
});

it('adds no store whose number differs by leading zeros only', async () => {
  await core.createStore('Elm', { store_number: '0071' });
  await core.createStore('Oak', { store_number: '0082', archived_at: new Date() });
  for (const store_number of ['093', '93']) await core.createStore('Pair', { store_number });
  const numbers = ['71', '00071', '82', '93', '093', '0093', '104', '0104', '710'];
  expect(
    await plan(
      'locations',
      columns,
      ...numbers.map((number) => `${number},${address.replace('Elm', 'New')}`),
    ),
  ).toMatchObject([
    ['error', `storeNumber: ${lost('Store 0071 is there.')}`],
    ['error', `storeNumber: ${lost('Store 0071 is there.')}`],
    ['error', `storeNumber: ${lost('Store 0082 is archived.')}`],
    ['update', 'name: New', 'address: 1 Elm Street', 'city: Troy', 'zipCode: 12180'],
    ['update', 'name: New', 'address: 1 Elm Street', 'city: Troy', 'zipCode: 12180'],
    ['error', expect.stringMatching(/^storeNumber: .+ Store 0?93 is there\.$/)],
    ['create'],
    ['error', `storeNumber: ${lost('Line 8 has 104.')}`],
    ['create'],
  ]);
  expect(
    await plan('equipment', 'storeNumber,name,category', '71,Fryer,pos', '104,Fryer,pos', '0104,Fryer,pos'),
  ).toEqual([
    ['error', `storeNumber: ${lost('Store 0071 is there.')}`],
    ['error', 'storeNumber: There is no such store.'],
    ['error', 'storeNumber: There is no such store.'],
  ]);
});

it('adds no equipment whose serial differs by leading zeros only within the store', async () => {
  await core.insert('equipment', { name: 'Oven', serial: '00123' });
  await core.insert('equipment', { name: 'Grill' });
  const lines = [
    'A-1,Oven,123',
    'A-1,Grill,0123',
    'B-1,Oven,123',
    'A-1,Oven,00123',
    'A-1,Fan,456',
    'A-1,Fan,0456',
  ];
  expect(
    await plan('equipment', 'category,storeNumber,name,serial', ...lines.map((line) => `cooking,${line}`)),
  ).toEqual([
    ['error', `serial: ${lost('Serial 00123 is there.')}`],
    ['error', `serial: ${lost('Serial 00123 is there.')}`],
    ['create'],
    ['unchanged'],
    ['create'],
    ['error', `serial: ${lost('Line 6 has 456.')}`],
  ]);
});

it('leaves digits as they are of which a row lacks the leading zeros', async () => {
  await core.createStore('Z', { store_number: 'Z-1', zip_code: '04101', phone: '0207 5550114' });
  await core.createStore('Z', { store_number: 'Z-2', zip_code: '04101-1234' });
  await core.createStore('Z', { store_number: 'Z-3', zip_code: '4101', phone: '2075550114' });
  await core.createStore('Z', { store_number: 'Z-4', zip_code: '04101' });
  const lines = ['Z-1,4101,207 5550114', 'Z-2,4101-1234,', 'Z-3,04101,02075550114', 'Z-4,4102,'];
  expect(await plan('locations', 'storeNumber,zipCode,phone', ...lines)).toEqual([
    ['unchanged'],
    ['unchanged'],
    ['error', 'zipCode: Only zeros differ from 4101. Change it on the screen.'],
    ['update', 'zipCode: 4102'],
  ]);
  await core.insert('equipment', { name: 'Oven', model: '0042' });
  expect(await plan('equipment', 'storeNumber,name,model', 'A-1,Oven,42')).toEqual([['unchanged']]);
});

it('finds an export unchanged of stores and equipment that have nearly the same keys', async () => {
  const store = await core.createStore('71', { store_number: '71', zip_code: '04101' });
  await core.createStore('0071', { store_number: '0071', zip_code: '4101' });
  for (const row of [{ serial: '12' }, { serial: '012' }, { name: 'FRYER' }, {}])
    await core.insert('equipment', { location_id: store, ...row });
  for (const kind of ['locations', 'equipment']) {
    const { text } = await core.as(core.admin).get(`/api/${kind}?format=csv`);
    const rows = await plan(kind, text.trimEnd());
    expect([kind, new Set(rows.flat())]).toEqual([kind, new Set(['unchanged'])]);
  }
});
