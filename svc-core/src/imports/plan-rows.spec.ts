import { expect, it } from '@jest/globals';
import { importColumns } from './import-kinds.ts';
import { importKinds } from './imports.schemas.ts';
import { cellsByField } from './plan-rows.ts';

const read = (...rows: string[][]) => {
  const records = rows.map((cells, index) => ({ line: index + 1, cells }));
  return cellsByField(records, importColumns.equipment, [['storeNumber']]).map(({ cells }) => [...cells]);
};

it('reads names and words of the API or the screen, and what stands for nothing', () => {
  const header = ['STORE NUMBER', 'category', 'Replacement cost', 'notes', 'Model', ''];
  expect(read(header, ["'-1", 'point OF sale', '-', "'-", '', ''], ['2', 'heating', '4', '-4'])).toEqual([
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

it('refuses a column without a name that has something', () => {
  expect(() => read(['storeNumber', ''], ['1', 'x'])).toThrow('Line 1, column 2: There is no column "".');
});

it.each(importKinds)('reads each word of the screen: %s', (kind) => {
  for (const { field, words } of importColumns[kind]) {
    if (!words) continue;
    const rows = Object.values(words).map((word, index) => ({ line: index + 2, cells: ['1', word] }));
    const header = { line: 1, cells: ['storeNumber', field] };
    const found = cellsByField([header, ...rows], importColumns[kind], [['storeNumber']]);
    expect(found.map(({ cells }) => cells.get(field))).toEqual(Object.keys(words));
  }
});
