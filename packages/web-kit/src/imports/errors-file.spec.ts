import { expect, it } from '@jest/globals';
import { errorsFile } from './errors-file.ts';

it('has a line for each error, with quotes doubled and no formula', () => {
  const errors = [
    { field: 'zipCode', message: 'Use 5 digits, not "4101"' },
    { field: 'name', message: 'Required' },
  ];
  expect(
    errorsFile(
      [{ line: 3, key: '=1;"＝2\n-3', action: 'error', outcome: null, changes: [], errors }],
      (field) => (field === 'zipCode' ? 'ZIP Code' : field),
    ),
  ).toBe(
    '\u{FEFF}"Line","Key","Column","Error"\r\n' +
      `"3","'=1;""'＝2\n'-3","ZIP Code","Use 5 digits, not ""4101"""\r\n` +
      `"3","'=1;""'＝2\n'-3","name","Required"\r\n`,
  );
});
