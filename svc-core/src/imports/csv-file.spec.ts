import { describe, expect, it } from '@jest/globals';
import { MOST_ROWS, readCsv } from './csv-file.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('latin1');
const recordsOf = async (bytes: string) => (await readCsv(bytes)).records;

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
  ])('reads what comes from %s', async (_program, bytes) => {
    expect(await recordsOf(bytes)).toEqual(expected);
  });

  it('reads the Windows-1252 characters that Latin-1 lacks', async () => {
    expect((await recordsOf('name\nJoe\x92s \x80'))[1]?.cells).toEqual(['Joe’s €']);
  });

  it('reads quoted separators, quotation marks and lines, and names the line where a row ends', async () => {
    expect(await recordsOf('a,b\n"1, ""x""\ny",2\n\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1, "x"\ny', '2'] },
      { line: 5, cells: ['3', '4'] },
    ]);
  });

  it.each([',', ';', '\t'])(
    'reads empty cells, rows of separators, and rows without their end between %j',
    async (separator) => {
      const rows = ['||c', '||', '1||3', ' | |', '|2', ''].map((row) => row.replaceAll('|', separator));
      const found = await recordsOf(`"a,;\tb"${rows.join('\n')}`);
      expect(found.map(({ cells }) => cells)).toEqual([
        ['a,;\tb', '', 'c'],
        ['1', '', '3'],
        ['', '2'],
      ]);
    },
  );

  it.each([',', ';', '\t'])(
    'takes empty cells beyond the header for nothing between %j',
    async (separator) => {
      const rows = ['a|b', '1|2||', '3|4|""', '5|6| | "" |', '||||', '7|8||'];
      const found = await recordsOf(rows.join('\r\n').replaceAll('|', separator));
      expect(found.map(({ line, cells }) => [line, ...cells])).toEqual([
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, '3', '4'],
        [4, '5', '6'],
        [6, '7', '8'],
      ]);
    },
  );

  it.each([
    ['sep=;\r\n', ';'],
    ['SEP=,\n', ','],
    ['\ufeffsep=\t\r', '\t'],
    ['\ufeff"Sep=;"\r\n', ';'],
    ['sep=;;;\n', ';'],
  ])('reads the line that tells Excel the separator: %j', async (line, separator) => {
    // By its header alone, the separator would be another one.
    const text = `${line}"a"${separator}b ,,\t\t;;${line.endsWith('\r') ? '\r' : '\n'}1${separator}2\n`;
    const file = await readCsv(bytesOf(text));
    expect(file.separator).toBe(separator);
    expect(file.records.map((record) => [record.line, record.cells[0]])).toEqual([
      [2, 'a'],
      [3, '1'],
    ]);
    expect((await readCsv(bytesOf(`${line}a${separator}b`))).records).toEqual([
      { line: 2, cells: ['a', 'b'] },
    ]);
    await expect(readCsv(bytesOf(`${line}a\n"`))).rejects.toThrow('Line 3, column 1:');
  });

  it.each([
    ['nothing', '  \n\t\n'],
    ['nothing but a separator', 'sep=;\r\n\r\n'],
  ])('refuses a file of %s', async (_name, text) => {
    await expect(readCsv(text)).rejects.toThrow('The file is empty.');
  });

  it('refuses more than 100 columns, and says how many there are', async () => {
    const wide = (columns: number) => readCsv(`\na${','.repeat(columns - 1)}\n1`);
    await expect(wide(4001)).rejects.toThrow('Line 2: The file has 4001 columns, and may have 100. Delete');
    expect((await wide(100)).records).toHaveLength(2);
  });

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
    ['a very long row', `a\n1${','.repeat(20_000)}`, 'Line 2: The row has more than 16384 cells.'],
    ['too many empty rows', `a\n${',\n'.repeat(30_000)}`, 'The file has more than 20000 empty rows.'],
  ])('refuses %s', async (_name, bytes, sentence) => {
    await expect(readCsv(bytes)).rejects.toThrow(sentence);
  });
});
