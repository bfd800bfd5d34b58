import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportResponse } from '../src/imports/imports.schemas.ts';
import { errorsOf, useOwnCoreService } from './core-service.ts';
import { counts, header, importsOf } from './import-calls.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE_AND_ADDRESS: '1000000' });
const { send, plan, rowsOf, apply, applied } = importsOf(core);

const detailOf = (response: { body: unknown } | undefined): unknown =>
  (response?.body as { detail?: unknown } | undefined)?.detail;

describe('POST /api/imports/:kind', () => {
  it('needs a session, an administrator and a file', async () => {
    const post = (user?: { cookie: string }) =>
      core.as(user).post('/api/imports/locations').set('Content-Type', 'text/csv').send(header);
    expect((await post()).status).toBe(401);
    expect((await post(core.managerA)).status).toBe(403);
    expect((await core.as().post('/api/imports/locations')).status).toBe(401);
    expect((await core.as(core.admin).post('/api/imports/locations')).status).toBe(400);
    for (const kind of ['locations', 'equipment'] as const) {
      expect((await core.send('post', `/api/imports/${kind}`, {})).status).toBe(415);
      expect((await send(kind, 'x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
    }
    const asCsv = await core
      .as(core.admin)
      .post('/api/locations')
      .set('Content-Type', 'text/csv')
      .send(header);
    expect([asCsv.status, detailOf(asCsv)]).toEqual([415, 'Send the body as application/json.']);
  });

  const named = 'Send the file as text/csv.';
  const unknown = 'Line 1, column 1: There is no column "colour".';
  const encodings = 'Send the file in UTF-8 or Windows-1252.';
  it.each<[string, number, Record<string, string>, string]>([
    ['JSON', 415, { 'Content-Type': 'application/json' }, named],
    ['another text', 415, { 'Content-Type': 'text/plain' }, named],
    ['a type that begins alike', 415, { 'Content-Type': 'text/csv2' }, named],
    ['no type', 415, { 'Content-Type': '' }, named],
    ['UTF-16', 415, { 'Content-Type': 'text/csv; charset=utf-16' }, encodings],
    ['an unknown encoding', 415, { 'Content-Type': 'text/csv;charset="x"' }, encodings],
    ['UTF-8', 400, { 'Content-Type': 'text/csv; charset=UTF-8' }, unknown],
    ['Latin-1', 400, { 'Content-Type': 'Text/CSV;header=present; charset=iso-8859-1' }, unknown],
    ['Windows-1252', 400, { 'Content-Type': 'text/csv ;charset="windows-1252"' }, unknown],
    [
      'gzip',
      415,
      { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' },
      'Send the body as it is, without Content-Encoding.',
    ],
  ])('a file sent as %s is a %i', async (_name, status, headers, detail) => {
    const response = await core.as(core.admin).post('/api/imports/locations').set(headers).send('colour');
    expect([response.status, detailOf(response)]).toEqual([status, detail]);
  });

  it.each([
    ['text/csv', 'storeNumber'],
    ['application/json', '{'],
    ['image/png', 'x'],
    ['text/csv; charset=utf-16', 'x'],
    ['text/csv', 'x'.repeat(3 * 1024 * 1024)],
  ])('of an unknown kind is a 404, after the session, whatever its body: %s', async (type, body) => {
    const post = (user?: { cookie: string }) =>
      core
        .as(user)
        .post('/api/imports/vendors')
        .set('Content-Type', type)
        .set('Content-Encoding', 'gzip')
        .send(body);
    expect((await post()).status).toBe(401);
    expect((await post(core.managerA)).status).toBe(403);
    const response = await post(core.admin).set('Idempotency-Key', randomUUID());
    expect([response.status, detailOf(response)]).toEqual([
      404,
      'There is no such import. Use locations or equipment.',
    ]);
    const empty = core.as(core.admin).post('/api/imports/vendors');
    expect((await empty).status).toBe(404);
  });

  it('keeps the newest twenty plans of a person, also of concurrent requests; a retry is none', async () => {
    const [one, other] = [await core.createUser({ role: 'admin' }), await core.createUser({ role: 'admin' })];
    const planBy = async (user: typeof core.admin, key: string = randomUUID()) =>
      (await send('locations', header, user).set('Idempotency-Key', key)).body as ImportResponse;
    const ofOther = await planBy(other);
    const applied = await planBy(one);
    expect((await apply(applied.id)).status).toBe(202);
    const key = randomUUID();
    const older = [await planBy(one, key), await planBy(one)];
    for (let plans = 2; plans < 16; plans += 1) await planBy(one);
    const newer = await Promise.all(Array.from({ length: 6 }, () => planBy(one)));
    expect((await planBy(one, key)).id).toBe(older[0]?.id);
    const stateOf = async ({ id }: ImportResponse) =>
      ((await core.as(core.admin).get(`/api/imports/${id}`)).body as ImportResponse).state;
    expect(await Promise.all(older.map(stateOf))).toEqual(['expired', 'expired']);
    expect(new Set(await Promise.all([...newer, ofOther].map(stateOf)))).toEqual(new Set(['planned']));
    expect(await core.count(`core.imports WHERE created_by = $1 AND state = 'planned'`, one.userId)).toBe(20);
    expect(['applying', 'applied']).toContain(await stateOf(applied));
    expect(detailOf(await apply(older[0]?.id ?? ''))).toBe(
      'This preview was replaced by newer ones. Choose the file again.',
    );
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
      city: "'-2; =3, ''@4",
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
      { name: 'Fryer', notes: '- belt; -1, "=2\n- weekly\n\'+3', category: 'hvac', vendor_id: vendorId },
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

  it('reads at most 1000 e-mails in a row, and names ten that are no managers', async () => {
    const emails = (count: number) => Array.from({ length: count }, (_, n) => `m${n}@example.com`).join(';');
    const rows = [1000, 1001].map((count) => `M-${count},Elm,1 Elm Street,Troy,NY,12180,,${emails(count)}`);
    const { id } = await plan('locations', [`${header},managers`, ...rows].join('\n'));
    const errors = (await rowsOf(id)).map((row) => row.errors.map(({ message }) => message));
    expect(errors.map((messages) => [messages[0], messages.at(-1), messages.length])).toEqual([
      [
        'There is no active district manager m0@example.com.',
        '990 more are no active district managers either.',
        11,
      ],
      ['At most 1000 e-mails in a row.', '990 more are no active district managers either.', 12],
    ]);
  });

  it('reads days and amounts as the spreadsheet of a country writes them, and tells what it left', async () => {
    await core.createStore('Elm', { store_number: 'D-1' });
    const file = [
      'sep=;',
      'Store Number;Name;Category;Installed On;Warranty Until;Replacement Cost;Model',
      'D-1;Oven;Cooking;31.12.2024 00:00;2027/12/31;1.299,50;SG14S;;',
      'D-1;#N/A;Cooking;3.5.2027;;1,299;1,23457E+11',
    ].join('\r\n');
    const [oven, lost] = await rowsOf((await plan('equipment', file)).id);
    expect(oven).toMatchObject({
      line: 3,
      action: 'create',
      changes: expect.arrayContaining([
        { field: 'installedOn', from: null, to: '2024-12-31' },
        { field: 'warrantyUntil', from: null, to: '2027-12-31' },
        { field: 'replacementCost', from: null, to: '1299.50' },
      ]),
    });
    expect(lost?.errors).toEqual([
      { field: 'name', message: 'A spreadsheet left an error here.' },
      { field: 'installedOn', message: 'Write 2027-03-05 or 2027-05-03: 3.5.2027 could be either.' },
      { field: 'replacementCost', message: 'Write 1299.00 if it is that: 1,299 could also be 1.299.' },
      { field: 'model', message: 'Excel shortened this number: format the column as text.' },
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
