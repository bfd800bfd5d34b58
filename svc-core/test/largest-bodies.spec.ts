import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { occupied } from '@mainstay/service-kit/testing';
import document from '../openapi.json' with { type: 'json' };
import { CSV_LIMIT } from '../src/imports/csv-bodies.ts';
import { MOST_ROWS } from '../src/imports/csv-file.ts';
import { importColumns } from '../src/imports/import-kinds.ts';
import { type ImportKind, importKinds } from '../src/imports/imports.schemas.ts';
import { unknownId, useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService({
  WRITES_PER_MINUTE: '1000000',
  WRITES_PER_MINUTE_AND_ADDRESS: '1000000',
  INTAKE_REQUESTS_PER_MINUTE: '1000000',
});

/** Processor time for which everybody else waits, and of a whole file. */
const LONGEST_MS = 50;
const ALL_MS = 5000;
/** Now and then something else is in between, such as a garbage collection of all that other tests have left. */
const TRIES = 3;
const JSON_LIMIT = 100 * 1024;

/** Sends it, and returns what takes too long. @param accepted statuses that are right */
async function slow(name: string, send: () => PromiseLike<{ status: number }>, accepted: RegExp) {
  const found: string[] = [];
  while (found.length < TRIES) {
    let status = 0;
    const { all, longest } = await occupied(async () => ({ status } = await send()));
    if (accepted.test(String(status)) && longest <= LONGEST_MS && all <= ALL_MS) return [];
    found.push(`${status}, ${Math.round(longest)} ms in one piece, ${Math.round(all)} ms in all`);
  }
  return [`${name}: ${found.join('; ')}`];
}

/** Text that makes careless code slow when it is repeated. */
const pieces = ['x', '"', "'", ';', 'é', 'a@b.c;', ' \u200b', '1,', '\u0316\u0300', '#', '=', '<@'];

const filled = (start: string, piece: string, limit: number, end = ''): string =>
  start + piece.repeat(Math.floor((limit - Buffer.byteLength(start + end)) / Buffer.byteLength(piece))) + end;

/** The worst files of the largest size for the columns of a kind, so also of kinds and columns that are added later. */
function worstFiles(kind: ImportKind): Record<string, string | Buffer> {
  const columns = importColumns[kind].map(({ field }) => field);
  const header = `${columns.join(',')}\n`;
  const room = Math.floor((CSV_LIMIT - header.length) / MOST_ROWS);
  /** The most rows of the largest size. */
  const rows = (cellOf: (column: string, row: number, length: number) => string): string =>
    header +
    Array.from({ length: MOST_ROWS }, (_, row) =>
      columns.map((column) => cellOf(column, row, Math.floor(room / columns.length) - 1)).join(','),
    ).join('\n');
  const ofEachCell = columns.flatMap((column) =>
    pieces.map((piece) => {
      const before = columns
        .slice(0, columns.indexOf(column))
        .map((other) => (other === 'storeNumber' ? 'A-1' : ''));
      const text = filled(
        `${header}${before.join(',')}${before.length > 0 ? ',' : ''}"`,
        piece.replaceAll('"', '""'),
        CSV_LIMIT,
        '"\n',
      );
      return [`one cell of ${JSON.stringify(piece)} in ${column}`, text] as const;
    }),
  );
  const known = (column: string, otherwise: string) =>
    column === 'storeNumber' ? 'A-1' : column === 'name' ? 'Same' : otherwise;
  return {
    'columns without a name': filled('storeNumber', ',', CSV_LIMIT),
    'rows of all columns': filled(
      `${header.trim()}${','.repeat(100 - columns.length)}\n`,
      `${','.repeat(98)}x\n`,
      CSV_LIMIT,
    ),
    'cells beyond the header': filled(header, ',', CSV_LIMIT),
    'rows longer than the header': filled(header, `x${','.repeat(16_000)}\n`, CSV_LIMIT),
    'empty lines': filled(header, '\n', CSV_LIMIT),
    'lines of a file of another kind': filled('', '\n', CSV_LIMIT - 1, '\x81'),
    'short empty rows': filled(header, ',\n', CSV_LIMIT),
    'empty rows': filled(header, `${','.repeat(columns.length - 1)}\n`, CSV_LIMIT),
    spaces: filled(header, ' ', CSV_LIMIT),
    'quotation marks': filled(header, '"', CSV_LIMIT),
    'a header of quotation marks': filled('', '"', CSV_LIMIT),
    'quoted empty cells': filled(header, '"",', CSV_LIMIT),
    'a line of separators': filled('sep=', ';', CSV_LIMIT),
    'rows of long texts': rows((column, row, length) => known(column, `${row}`).padEnd(length, 'x')),
    'rows of lists': rows((_column, row, length) => filled(`${row}`, `;${row % 10}`, length)),
    'rows that are one': rows((column) => known(column, '')),
    'rows that are one, with a serial each': rows((column, row) =>
      known(column, column === 'serial' ? `${row}` : ''),
    ),
    'rows that differ': rows((column, row) => (column === 'storeNumber' ? `N-${row}` : `#${row}`)),
    'rows of the same': rows((column, _row, length) => known(column, '3/5/2027').slice(0, length)),
    'rows in Windows-1252': Buffer.from(
      rows((column, row, length) => known(column, `${row}`).padEnd(length, 'é')),
      'latin1',
    ),
    ...Object.fromEntries(ofEachCell),
  };
}

beforeAll(async () => {
  await core.query(
    `INSERT INTO core.equipment (location_id, name, category)
     SELECT $1, CASE WHEN n % 2 = 0 THEN 'Same' ELSE 'Other ' || n END, 'other' FROM generate_series(1, 5000) n`,
    [core.storeA],
  );
});
// The plans of one person are limited.
afterEach(() => core.query('DELETE FROM core.imports'));

it.each(importKinds)(
  'plans the worst files without keeping others waiting: %s',
  async (kind) => {
    const found: string[] = [];
    for (const [name, file] of Object.entries(worstFiles(kind))) {
      const send = () =>
        core
          .as(core.admin)
          .post(`/api/imports/${kind}`)
          .set('Content-Type', 'text/csv')
          .set('Idempotency-Key', crypto.randomUUID())
          .send(file);
      found.push(...(await slow(name, send, /^(201|400)$/)));
      await core.query('DELETE FROM core.imports');
    }
    expect(found).toEqual([]);
  },
  300_000,
);

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}
const schemas: Record<string, Schema> = document.components.schemas;

it('reads the worst texts in each field of each call without keeping others waiting', async () => {
  const found: string[] = [];
  for (const [path, operations] of Object.entries<object>(document.paths)) {
    for (const [method, operation] of Object.entries<{
      requestBody?: { content: { 'application/json'?: { schema: Schema } } };
    }>(operations as Record<string, never>)) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (!schema) continue;
      const { properties = {} } = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
      for (const field of Object.keys(properties)) {
        for (const piece of pieces) {
          const body = filled(`{"${field}":"`, JSON.stringify(piece).slice(1, -1), JSON_LIMIT, '"}');
          const send = () =>
            core
              .as(core.admin)
              [method === 'put' ? 'put' : method === 'patch' ? 'patch' : 'post'](
                path.replaceAll(/\{\w+\}/g, unknownId),
              )
              .set('Content-Type', 'application/json')
              .send(body);
          found.push(...(await slow(`${method} ${path} ${field} ${piece}`, send, /^(?!500)/)));
        }
      }
    }
  }
  expect(found).toEqual([]);
}, 300_000);
