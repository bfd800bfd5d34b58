import { containing } from '../database/like.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
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
 * The conditions on a ticket `t` of which one must be true: a text is in one of the searched fields or in the location's name,
 * case-insensitive. Each can use an index, unless the text is in no trigram: then all titles are read.
 */
export function searchFor(text: string): Sql[] {
  const number = ticketNumberIn(text);
  if (number !== undefined) return [sql`t.number = ${number}::bigint`];
  const pattern = containing(text);
  return [
    ...columns.map((column) => sql`${literal(`t.${column}`)} ILIKE ${pattern}`),
    sql`t.location_id IN (SELECT id FROM core.locations WHERE name ILIKE ${pattern})`,
  ];
}
