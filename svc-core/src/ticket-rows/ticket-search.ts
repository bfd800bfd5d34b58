import { contains } from '../database/search.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { columnOf, fieldsLike } from '../entities/response-columns.ts';
import { searchedText } from '../fields/search-text.ts';
import { ticketResponse } from './tickets.schemas.ts';

const columns = fieldsLike(ticketResponse, searchedText).map(columnOf);

/** Characters of the longest number. Normalizing a long text takes long. */
const MAX_NUMBER = 300;

/**
 * The ticket number in a search: `#1042`, `# 1042` and `#01042` ask for exactly that ticket, `1042` also for titles
 * with these digits. Undefined for any other text.
 */
export function ticketNumberIn(text: string): { number: number; isExact: boolean } | undefined {
  if (text.length > MAX_NUMBER) return undefined;
  const [, sign, digits] = /^(#?)\s*(\d{1,255})$/.exec(text.normalize('NFKC')) ?? [];
  const number = Number(digits);
  return number > 0 && Number.isSafeInteger(number) ? { number, isExact: sign === '#' } : undefined;
}

/**
 * The conditions on a ticket `t` of which one must be true: a text is in one of the searched fields or in the
 * location's name, or it is the number. Each can use an index, unless the text is in no trigram: then all titles are
 * read.
 */
export function searchFor(text: string): Sql[] {
  const asked = ticketNumberIn(text);
  const numbered = asked ? [sql`t.number = ${asked.number}::bigint`] : [];
  if (asked?.isExact) return numbered;
  return [
    ...numbered,
    // The indexes leave out rows without the field.
    ...columns.map((column) => {
      const searched = literal(`t.${column}`);
      return sql`(${searched} IS NOT NULL AND ${contains(searched, text)})`;
    }),
    sql`t.location_id IN (SELECT id FROM core.locations WHERE ${contains(sql`name`, text)})`,
  ];
}
