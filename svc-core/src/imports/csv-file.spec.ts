import { describe, expect, it } from '@jest/globals';
import { MOST_ROWS, readCsv } from './csv-file.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('latin1');
const problemOf = (bytes: string): string => {
  try {
    readCsv(bytes);
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'none';
};

const expected = [
  { line: 1, cells: ['storeNumber', 'name'] },
  { line: 2, cells: ['007', 'Café Größe'] },
];

describe('readCsv', () => {
  it.each([
    ['Excel in the US, "CSV UTF-8"', bytesOf('\ufeffstoreNumber,name\r\n007,Café Größe\r\n')],
    ['Excel in the US, "CSV"', bytesOf('storeNumber,name\r\n007,Café Größe\r\n', 'latin1')],
    ['Excel in Europe, "CSV UTF-8"', bytesOf('\ufeffstoreNumber;name\r\n007;Café Größe\r\n')],
    ['Excel in Europe, "CSV"', bytesOf('storeNumber;name\r\n007;Café Größe\r\n', 'latin1')],
    ['Numbers in the US', bytesOf('storeNumber,name\n007,Café Größe')],
    ['Numbers in Europe', bytesOf('storeNumber;name\n007;Café Größe')],
    ['LibreOffice with quotes', bytesOf('"storeNumber","name"\n"007","Café Größe"\n')],
    ['LibreOffice with tabs', bytesOf('storeNumber\tname\n007\tCafé Größe\n')],
    ['Google Sheets', bytesOf('storeNumber,name\r\n007,Café Größe')],
  ])('reads what comes from %s', (_program, bytes) => {
    expect(readCsv(bytes)).toEqual(expected);
  });

  it('reads the Windows-1252 characters that Latin-1 lacks', () => {
    expect(readCsv('name\nJoe\x92s \x80')[1]?.cells).toEqual(['Joe’s €']);
  });

  it('reads quoted separators, quotation marks and lines, and names the line where a row ends', () => {
    expect(readCsv('a,b\n"1, ""x""\ny",2\n\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1, "x"\ny', '2'] },
      { line: 5, cells: ['3', '4'] },
    ]);
  });

  it.each([',', ';', '\t'])(
    'reads empty cells, rows of separators, and rows without their end between %j',
    (separator) => {
      const rows = ['||c', '||', '1||3', ' | |', '|2', ''].map((row) => row.replaceAll('|', separator));
      expect(readCsv(`"a,;\tb"${rows.join('\n')}`).map(({ cells }) => cells)).toEqual([
        ['a,;\tb', '', 'c'],
        ['1', '', '3'],
        ['', '2'],
      ]);
    },
  );

  it.each([
    ['a longer row', 'a,b\n1,2\n1,2,3', 'Line 3, column 3: The row has more cells than the header.'],
    ['half a row', 'a,b\n1,2\n1', 'Line 3, column 1: The file ends in the middle of a row.'],
    ['an open quotation mark', 'a,b\n1,"2', 'Line 2, column 2: A quotation mark is not closed.'],
    ['a quotation mark in a cell', 'a,b\n1,2"2"', 'Line 2, column 2: The quotation marks are wrong.'],
    ['half a character', bytesOf('a\nCafé').slice(0, -1), 'Line 2, character 4: The file ends in the middle'],
    [
      'damaged UTF-8',
      bytesOf('\ufeffa\nCafé!').replace('\xa9', ''),
      'Line 2, character 4: The file is neither',
    ],
    ['UTF-16', Buffer.from('\ufeffa,b', 'utf16le').toString('latin1'), 'neither UTF-8 nor Windows-1252'],
    ['a byte of no encoding', 'a\n\x81', 'Line 2, character 1: The file is neither UTF-8 nor Windows-1252'],
    ['too many rows', `a\n${'1\n'.repeat(MOST_ROWS + 1)}`, 'Line 5002: The file has more than 5000 rows'],
  ])('refuses %s', (_name, bytes, sentence) => {
    expect(problemOf(bytes)).toContain(sentence);
  });
});
