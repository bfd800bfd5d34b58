import { join, type Sql, sql } from './sql.ts';

/** The condition that a column contains a text, both folded: without case, accents and what else people do not type. */
export const contains = (column: Sql, text: string): Sql =>
  sql`core.folded(${column}) LIKE core.pattern_of(${text})`;

/** The condition that one of the columns contains a text; none without a text. */
export const search = (text: string | undefined, columns: readonly Sql[]): Sql[] =>
  text === undefined
    ? []
    : [
        sql`(${join(
          columns.map((column) => contains(column, text)),
          ' OR ',
        )})`,
      ];

/** A column in the order of names: numbers by value, case and accents last. */
export const byName = (column: Sql): Sql => sql`(${column}) COLLATE core.by_name`;
