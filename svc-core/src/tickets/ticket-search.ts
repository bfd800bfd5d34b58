import { containing } from '../database/like.ts';
import { join, literal, type Sql, sql } from '../database/sql.ts';
import { columnOf, fieldsLike } from '../entities/response-columns.ts';
import { searchedText } from '../fields/search-text.ts';
import { ticketResponse } from './tickets.schemas.ts';

const columns = fieldsLike(ticketResponse, searchedText).map(columnOf);

/** The number in a search such as `#1042`, which finds exactly that ticket; undefined for any other text. */
export function ticketNumberIn(text: string | undefined): number | undefined {
  const digits = /^#([1-9]\d{0,14})$/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Condition on a ticket `t`: a text is in one of the searched fields or in the location's name, case-insensitive. Each part can
 * use an index. A text without three letters or digits in a row is in no trigram, and has an index of its own on titles.
 */
export function searchFor(text: string): Sql {
  const number = ticketNumberIn(text);
  if (number !== undefined) return sql`t.number = ${number}::bigint`;
  const pattern = containing(text);
  const isShort = !/[\p{L}\p{N}]{3}/u.test(text);
  const parts = columns.map((column) => {
    const contains = sql`${literal(`t.${column}`)} ILIKE ${pattern}`;
    if (column !== 'title') return sql`(${literal(`t.${column}`)} IS NOT NULL AND ${contains})`;
    return isShort ? sql`(core.short_grams(t.title) @> core.short_grams(${text}) AND ${contains})` : contains;
  });
  // The locations are read first, as an array, so that their index can be used.
  const atLocation = sql`t.location_id = ANY (ARRAY(SELECT id FROM core.locations WHERE name ILIKE ${pattern}))`;
  return sql`(${join([...parts, atLocation], ' OR ')})`;
}
