/** A part of an SQL statement with its values separate from its text. Parts can be nested. */
export class Sql {
  constructor(
    private readonly strings: readonly string[],
    private readonly parts: readonly unknown[],
  ) {}

  /** For PostgreSQL: the text with placeholders `$1`, `$2`, …, and the values. */
  toStatement(): { text: string; values: unknown[] } {
    const values: unknown[] = [];
    const textOf = ({ strings, parts }: Sql): string =>
      strings.reduce((text, string, index) => {
        const part = parts[index - 1];
        return text + (part instanceof Sql ? textOf(part) : `$${values.push(part)}`) + string;
      });
    return { text: textOf(this), values };
  }

  /** For `where` of TypeORM's query builder: the text with named parameters, and their values. Only one per query. */
  toCondition(): [text: string, parameters: Record<string, unknown>] {
    const { text, values } = this.toStatement();
    return [
      text.replaceAll(/\$(\d+)/g, ':value$1'),
      Object.fromEntries(values.map((value, index) => [`value${index + 1}`, value])),
    ];
  }
}

/** Template tag: a nested part becomes part of the text, everything else a value. */
export const sql = (strings: TemplateStringsArray, ...parts: unknown[]): Sql => new Sql(strings, parts);

/** Unescaped text: only constants of this program, never input from a request. */
export const literal = (text: string): Sql => new Sql([text], []);

/** Joins the parts with a separator such as `, ` or ` AND `. At least one part. */
export const join = (pieces: readonly Sql[], separator: string): Sql =>
  pieces.reduce((left, right) => sql`${left}${literal(separator)}${right}`);

/** All conditions joined with AND; TRUE when there are none. */
export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`TRUE` : join(conditions, ' AND ');

/**
 * The ids of the rows that meet one of the conditions, at least one; an id may come twice. Each condition uses its own
 * index: of an OR, one without an index makes PostgreSQL read the whole table.
 */
export const idsOfAny = (from: Sql, id: Sql, conditions: readonly Sql[]): Sql =>
  join(
    conditions.map((condition) => sql`SELECT ${id} FROM ${from} WHERE ${condition}`),
    ' UNION ALL ',
  );

/** The conditions that columns have values; none for a value that is undefined. */
export const equalities = (pairs: readonly [column: Sql, value: string | undefined][]): Sql[] =>
  pairs.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));
