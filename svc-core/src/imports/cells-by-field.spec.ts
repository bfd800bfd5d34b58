import { expect, it } from '@jest/globals';
import { cellReaders } from './cell-values.ts';
import { importColumns } from './import-kinds.ts';
import { importKinds } from './imports.schemas.ts';
import { cellsByField } from './cells-by-field.ts';

const readers = cellReaders(',', 'USD');
const rowsOf = (...rows: string[][]) => {
  const records = rows.map((cells, index) => ({ line: index + 1, cells }));
  return cellsByField({ records }, importColumns.equipment, [['storeNumber']], readers);
};
const read = async (...rows: string[][]) => (await rowsOf(...rows)).map(({ cells }) => [...cells]);

it('reads names and words of the API or the screen, and what stands for nothing', async () => {
  const header = ['STORE NUMBER', 'category', 'Replacement cost', 'notes', 'Model', ''];
  expect(
    await read(header, ["'-1", 'point OF sale', '-', "'-", '', ''], ['2', 'heating', '4', '-4']),
  ).toEqual([
    [
      ['storeNumber', '-1'],
      ['category', 'pos'],
      ['replacementCost', ''],
      ['notes', '-'],
    ],
    [
      ['storeNumber', '2'],
      ['category', 'heating'],
      ['replacementCost', '4'],
      ['notes', '-4'],
    ],
  ]);
});

it('refuses a column without a name that has something', async () => {
  const sentence = 'Line 1, column 2: There is no column "".';
  await expect(read(['storeNumber', ''], ['1', 'x'])).rejects.toThrow(sentence);
});

it.each(importKinds)('reads each word of the screen: %s', async (kind) => {
  for (const { field, words } of importColumns[kind]) {
    if (!words) continue;
    const rows = Object.values(words).map((word, index) => ({ line: index + 2, cells: ['1', word] }));
    const header = { line: 1, cells: ['storeNumber', field] };
    const records = [header, ...rows];
    const found = await cellsByField({ records }, importColumns[kind], [['storeNumber']], readers);
    expect(found.map(({ cells }) => cells.get(field))).toEqual(Object.keys(words));
  }
});

it('tells in each column what a spreadsheet or nobody can read, by the type of the column', async () => {
  for (const kind of importKinds) {
    const columns = importColumns[kind];
    const header = { line: 1, cells: columns.map(({ field }) => field) };
    const records = [header, { line: 2, cells: columns.map(() => '#REF!') }];
    const [row] = await cellsByField({ records }, columns, [['storeNumber']], readers);
    expect(row?.errors).toEqual(
      columns.map(({ field }) => ({ field, message: 'A spreadsheet left an error here.' })),
    );
  }
  const header = ['storeNumber', 'installedOn', 'warrantyUntil', 'replacementCost', 'notes'];
  const [row] = await rowsOf(header, ['1', '3/5/2027', '12/31/2027', '$1,299.50', '3/5/2027']);
  expect([...(row?.cells.values() ?? [])]).toEqual(['1', '3/5/2027', '2027-12-31', '1299.50', '3/5/2027']);
  expect(row?.errors.map(({ field }) => field)).toEqual(['installedOn']);
});
