import { CSV_LIMIT } from '../src/imports/csv-bodies.ts';
import { MOST_ROWS } from '../src/imports/csv-file.ts';
import { importColumns } from '../src/imports/import-kinds.ts';
import type { ImportKind } from '../src/imports/imports.schemas.ts';

/** Text that makes careless code slow when it is repeated. */
export const pieces = ['\u0316\u0300', ' \u200b', ';', '"', '1,', 'x', "'", 'é', 'a@b.c;', '#', '=', '<@'];

/**
 * A piece as often as it fits.
 * @param limit in bytes
 */
export const filled = (start: string, piece: string, limit: number, end = ''): string =>
  start + piece.repeat(Math.floor((limit - Buffer.byteLength(start + end)) / Buffer.byteLength(piece))) + end;

/**
 * The worst files of the largest size, made of the columns of a kind: a kind or a column that is added later is among
 * them.
 * @param each how many pieces are tried in each column
 */
export function worstFiles(kind: ImportKind, each: number): Record<string, string | Buffer> {
  const columns = importColumns[kind].map(({ field }) => field);
  const header = `${columns.join(',')}\n`;
  const full = (start: string, piece: string, end = '') => filled(start, piece, CSV_LIMIT, end);
  const room = Math.floor((CSV_LIMIT - header.length) / MOST_ROWS / columns.length) - 1;
  /** As many rows as a file may have, each cell as long as fits. */
  const rows = (cellOf: (column: string, row: number) => string): string => {
    const lines = Array.from({ length: MOST_ROWS }, (_, row) =>
      columns.map((column) => cellOf(column, row).slice(0, room)).join(','),
    );
    return header + lines.join('\n');
  };
  const known = (column: string, otherwise: string) =>
    column === 'storeNumber' ? 'A-1' : column === 'name' ? 'Same' : otherwise;
  const oneCell = columns.flatMap((column, at) => {
    const before = columns.slice(0, at).map((other) => `${known(other, '')},`);
    return Array.from({ length: each }, (_, n) => pieces[(at + n) % pieces.length] ?? '').map(
      (piece) =>
        [
          `one cell of ${JSON.stringify(piece)} in ${column}`,
          full(`${header}${before.join('')}"`, piece.replaceAll('"', '""'), '"\n'),
        ] as const,
    );
  });
  return {
    'columns without a name': full('storeNumber', ','),
    'rows of all columns': full(
      `${header.trim()}${','.repeat(100 - columns.length)}\n`,
      `${','.repeat(98)}\n`,
    ),
    'cells beyond the header': full(header, ','),
    'rows longer than the header': full(header, `x${','.repeat(16_000)}\n`),
    'empty lines and a byte of no encoding': full('', '\n', '\x81'),
    'short empty rows': full(header, ',\n'),
    'empty rows': full(header, `${','.repeat(columns.length - 1)}\n`),
    spaces: full(header, ' '),
    'quotation marks': full('', '"'),
    'quoted empty cells': full(header, '"",'),
    'a line of separators': full('sep=', ';'),
    'long texts': rows((column, row) => known(column, String(row)).padEnd(room, 'x')),
    lists: rows((_column, row) => Array.from({ length: room }, (_, n) => (row * n) % 1000).join(';')),
    'rows that mean one thing': rows((column) => known(column, '')),
    'rows that mean one thing, but for one column each': rows((column, row) =>
      column === columns[row % columns.length] ? String(row) : known(column, ''),
    ),
    'rows that are new': rows((column, row) => (column === 'storeNumber' ? `N-${row}` : `${row}`)),
    'rows that could mean two days': rows((column) => known(column, '3/5/2027')),
    'texts in Windows-1252': Buffer.from(
      rows((column, row) => known(column, String(row)).padEnd(room, 'é')),
      'latin1',
    ),
    ...Object.fromEntries(oneCell),
  };
}
