import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from '@mainstay/service-kit';
import { DataSource } from 'typeorm';
import {
  CompareKeys1765900200000,
  IndexKeys1765900201000,
} from '../src/database/migrations/1765900200000-compare-keys.ts';
import { keyOf } from '../src/fields/key-of.ts';
import { errorsOf, useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService({ WRITES_PER_MINUTE_AND_ADDRESS: '1000000' });

it('the database makes the same key of each character, and of hostile texts', async () => {
  const characters = Array.from({ length: 0x1ffff }, (_, index) => index + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const marks = ['\u0301', '\u0323', '\u0345', '\u00ad', '\u200d', '\ufe0f', ' ', '-'];
  const texts = [
    ...characters,
    ...characters
      .filter((_, index) => index % 11 === 0)
      .map((one, index) => `a${marks[index % 8]}${one}${marks[(index + 3) % 8]}z`),
    '',
    ' \t\u00a0\u2009\u3000',
    '\u0301',
    'ΟΔΟΣ οδος ὈΔΥΣΣΕΎΣ ᾳ ΑΙ',
    'İı iI ẞß ﬁ ŉ ǰ Ǆ',
    '\u0390 \u03aa\u0301 \u1fd3',
    '\ufeff\u202eSN\u2011\u00adAB\u200b12\u202c ',
    '가각 ㅤ ﾠ',
    '👩\u200d💻 🏴\u{e0067}\u{e007f}',
    "a'b\\c%_$1\\u0041[]",
    '-'.repeat(100),
    ' a'.repeat(80),
  ];
  // PostgreSQL may know an older Unicode.
  const rows = await core.query<{ text: string; key: string; expected: string }>(
    `SELECT text, core.key_of(text) AS key, expected FROM unnest($1::text[], $2::text[]) AS pair (text, expected)
     WHERE unicode_assigned(text || expected)`,
    [texts, texts.map(keyOf)],
  );
  expect(rows.length).toBeGreaterThan(95_000);
  expect(rows.filter(({ key, expected }) => key !== expected)).toEqual([]);
});

describe.each([
  ['locations', 'storeNumber', { storeNumber: 'KEY-1' }, { storeNumber: 'key\u20111' }],
  ['equipment', 'serial', { serial: 'KEY-1' }, { serial: 'key\u20111' }],
  ['vendors', 'name', { name: 'Key Repair' }, { name: 'key\u00a0 repair' }],
])('of %s', (path, field, one, other) => {
  it('the second of two at once is refused', async () => {
    const sent = [one, other, one, other, one, other, one, other];
    const responses = await Promise.all(sent.map((change) => core.post(path, change)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...sent.slice(1).map(() => 409)]);
    for (const refused of responses.filter(({ status }) => status === 409))
      expect(Object.keys(errorsOf(refused) as object)).toEqual([field]);
    const moved = await Promise.all(
      [await core.create<{ id: string }>(path), await core.create<{ id: string }>(path)].map(
        ({ id }, index) =>
          core.send('patch', `/api/${path}/${id}`, {
            [field]: `${index === 0 ? 'Two' : ' tWO'}\u2013At once`,
          }),
      ),
    );
    expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('rows with the same key from before', () => {
  let source: DataSource;
  let runner: QueryRunner;
  const ids: Record<string, string[]> = {};
  const numbers = ['T-1', 't-1', 'T\u20111'];

  beforeAll(async () => {
    const url = core.backends.urlFor('core_owner');
    source = await new DataSource({ type: 'postgres', url }).initialize();
    runner = source.createQueryRunner();
    // Later migrations use the function, too.
    await runner.query(
      'DROP INDEX core.uq_checklists_name_key, core.uq_views_owner_id_name, core.ix_equipment_serial, core.uq_tickets_external_id, core.uq_equipment_external_id, core.uq_locations_external_id',
    );
    await new IndexKeys1765900201000().down(runner);
    await new CompareKeys1765900200000().down(runner);
    // One after the other: the first is the one of the index.
    const insert = async (table: string, rows: object[]) => {
      const inserted = [];
      for (const row of rows) inserted.push(await core.insert(table, { ...row }));
      return inserted;
    };
    ids['locations'] = [];
    for (const store_number of numbers)
      ids['locations'].push(await core.createStore('Twin', { store_number }));
    ids['equipment'] = await insert(
      'equipment',
      numbers.map((serial) => ({ serial })),
    );
    ids['vendors'] = await insert('vendors', [
      { name: 'Polar  Ice' },
      { name: 'Polar Ice' },
      { name: 'polar\u00a0ice' },
    ]);
    await new CompareKeys1765900200000().up(runner);
    // A service of the version before goes on meanwhile.
    await core.query(`UPDATE core.locations SET name = 'Twin of old' WHERE name = 'Twin'`);
    await new IndexKeys1765900201000().up(runner);
    await new IndexKeys1765900201000().up(runner);
  });
  afterAll(async () => {
    await runner.release();
    await source.destroy();
  });

  it.each([
    ['locations', 'storeNumber', 'T \u20111', 'T-1'],
    ['equipment', 'serial', 't\u20131', 't-1'],
    ['vendors', 'name', 'POLAR ICE', 'Polar\tIce'],
  ])('stay and can be edited, but there is no other: %s', async (path, field, own, again) => {
    const [first = '', second = '', third = ''] = ids[path] ?? [];
    const patch = (id: string, changes: object) => core.send('patch', `/api/${path}/${id}`, changes);
    const name = { locations: 'city', equipment: 'model', vendors: 'phone' }[path] ?? '';
    for (const id of [first, second, third]) expect((await patch(id, { [name]: 'New' })).status).toBe(200);
    const refused = [
      await core.post(path, { [field]: again }),
      await patch((await core.create<{ id: string }>(path)).id, { [field]: again }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    // Also when the first of them is no more.
    expect((await patch(first, { [field]: `${field} other` })).status).toBe(200);
    expect((await patch(first, { [field]: again })).status).toBe(409);
    await core.as(core.admin).delete(`/api/${path}/${second}`).expect(204);
    expect((await core.post(path, { [field]: again })).status).toBe(409);
    // The last one is like any other.
    expect((await patch(third, { [field]: own.replace(' \u2011', '-') })).status).toBe(200);
    expect((await patch(third, { [field]: 'Free' })).status).toBe(200);
    expect((await core.post(path, { [field]: again })).status).toBe(201);
  });
});
