import { join, type Sql, sql } from './sql.ts';

/** A LIKE pattern for "contains these texts in this order"; `%`, `_` and `\` in the texts are escaped. */
export const containing = (...texts: readonly string[]): string =>
  `%${texts.map((text) => text.replace(/[\\%_]/g, '\\$&')).join('%')}%`;

/** The condition that one of the columns contains a text, case-insensitive; none without a text. */
export const search = (text: string | undefined, columns: readonly Sql[]): Sql[] =>
  text === undefined
    ? []
    : [
        sql`(${join(
          columns.map((column) => sql`${column} ILIKE ${containing(text)}`),
          ' OR ',
        )})`,
      ];
