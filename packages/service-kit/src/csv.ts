import { Logger, StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { choice } from './fields.ts';
import type { Page } from './page.ts';
import { beginFile, inShare } from './person-share.ts';
import { badRequest } from './problem.ts';
import { requestContext } from './request-context.ts';

/** How a list looks as a file: `name` begins the name of the file, the keys of `columns` are its header. */
export interface Sheet<Item> {
  name: string;
  columns: Readonly<Record<string, (item: Item) => string | number | null>>;
}

/** The query parameter of a list that can be exported; stands beside `pageQuery`. */
export const csvFormat = {
  format: choice(['csv']).optional().meta({
    description:
      'csv for a file with all matching rows, at most 100,000; `limit` and `cursor` are ignored then.',
  }),
};

const MAX_ROWS = 100_000;
const TOO_MANY = 'Narrow the filters: a file has at most 100,000 rows.';
/** What counts rows up to a limit must count to this number for an export. */
export const COUNTED_FOR_CSV = MAX_ROWS + 1;
/** Number of rows in memory at once. */
const BATCH = 500;

/** The query of a list. */
export interface ListQuery {
  limit: number;
  cursor?: readonly string[] | undefined;
  format?: 'csv' | undefined;
  /** What is searched for. */
  q?: string | undefined;
}
/** Its schema. */
export type Listing<Query> = z.ZodType<Query> & {
  shape: { cursor: z.ZodType<readonly string[] | undefined> };
};

/**
 * The page that a list's query asks for or, with `format=csv`, all its rows as a file: UTF-8 with a byte order mark,
 * which spreadsheets need, in the format of RFC 4180. Batches are read as fast as the client takes them, and none after
 * it has left. Searches and files are read {@link inShare}.
 * @param listing the schema of the query
 * @param read the list's own pages
 * @throws Problem 400 for more than 100,000 rows, 429 for a third file of a person at once
 */
export async function pageOrCsv<Item, Query extends ListQuery>(
  sheet: Sheet<Item> | undefined,
  listing: Listing<Query>,
  query: Query,
  read: (query: Query) => Promise<Page<Item>>,
): Promise<Page<Item> | StreamableFile> {
  if (sheet === undefined || query.format !== 'csv') {
    return query.q === undefined ? read(query) : inShare(() => read(query));
  }
  // The stream reads on outside the request.
  const person = requestContext();
  const batchAt = (cursor: readonly string[] | undefined) =>
    inShare(() => read({ ...query, limit: BATCH, cursor }), person);
  return fileOf(sheet, async () => {
    // Before the response begins, so that what is wrong has a status of its own.
    const first = await batchAt(undefined);
    if (first.total > MAX_ROWS) {
      throw badRequest({ format: [TOO_MANY] }, TOO_MANY);
    }
    return (async function* () {
      let batch = first;
      yield textOf(sheet, batch.items, true);
      while (batch.next !== null) {
        batch = await batchAt(listing.shape.cursor.parse(batch.next));
        yield textOf(sheet, batch.items, false);
      }
    })();
  });
}

/**
 * A few rows as a file, in the format of {@link pageOrCsv}.
 * @throws Problem 429 for a third file of a person at once
 */
export const csvOf = <Item>(
  sheet: Sheet<Item>,
  read: () => Promise<readonly Item[]>,
): Promise<StreamableFile> => fileOf(sheet, async () => [textOf(sheet, await read(), true)]);

/** A file of a person, until it is read to its end or its client has left. */
async function fileOf(
  { name }: { name: string },
  begin: () => Promise<Iterable<string> | AsyncIterable<string>>,
): Promise<StreamableFile> {
  const end = await beginFile(requestContext());
  let stream: Readable;
  try {
    stream = Readable.from(await begin(), { objectMode: false });
  } catch (error) {
    end();
    throw error;
  }
  stream.on('error', (error) => new Logger('Export').error(error)).once('close', end);
  return new StreamableFile(stream, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`,
  });
}

const textOf = <Item>({ columns }: Sheet<Item>, items: readonly Item[], isFirst: boolean): string =>
  stringify(
    items.map((item) => Object.values(columns).map((cell, at) => guarded(cell(item), at === 0))),
    {
      bom: isFirst,
      header: isFirst,
      columns: Object.keys(columns),
      record_delimiter: 'windows',
      quote_record_delimiter: true,
    },
  );

/*
 * A spreadsheet may use another separator than ours, so one of its cells may begin inside one of ours: after a `;`, a
 * tab or a line end. Quotes do not prevent that: inside a cell they are text. So a sign gets an apostrophe before it
 * where only white space and quotes stand between it and a separator. Text that has apostrophes there gets one more, so
 * that an import can remove it. OWASP also names tab and CR as first characters. Full-width signs count as signs.
 */
const SIGN = String.raw`(?='*[=+\-@＝＋－＠])(?<=(?:^|[;,\t\r\n])[\s"]*)`;
const PLACE = String.raw`(?<!')(?:${SIGN}|^(?='*[\t\r]))`;
const UNGUARDED = new RegExp(PLACE, 'g');
const GUARDED = new RegExp(`${PLACE}'`, 'g');
/** A telephone number such as `+1 (207) 555-0114`, or a negative amount such as `-12.50`. */
const HARMLESS = /^(\+[\d +\-().]+|-\d+(\.\d+)?)$/;

/**
 * A cell that spreadsheets show as it is: what would be a formula has an apostrophe before it.
 * @param isFirst whether it begins a line: read with another separator it goes on, and is no mere number
 */
export function guarded(cell: string | number | null, isFirst = false): string {
  const text = String(cell ?? '');
  return HARMLESS.test(text) && !isFirst ? text : text.replace(UNGUARDED, "'");
}

/** The text of a cell that {@link guarded} has written. */
export const unguarded = (cell: string): string => cell.replace(GUARDED, '');

/** Making a format costs more than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * An instant as a clock in a time zone shows it: `2026-11-25 16:04`.
 * @param zone IANA name
 */
export function localTime(instant: string | null, zone: string): string | null {
  if (instant === null) return null;
  // Sweden writes dates as ISO 8601 does.
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  formats.set(zone, format);
  return format.format(Date.parse(instant));
}
