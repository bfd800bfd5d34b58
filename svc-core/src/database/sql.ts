/** A piece of SQL with its values apart from its text. Pieces nest. */
export class Sql {
  constructor(
    private readonly strings: readonly string[],
    private readonly parts: readonly unknown[],
  ) {}

  /** For PostgreSQL: the text with `$1`, `$2`, … in the places of the values. */
  toStatement(): { text: string; values: unknown[] } {
    const values: unknown[] = [];
    const textOf = ({ strings, parts }: Sql): string =>
      strings.reduce((text, string, index) => {
        const part = parts[index - 1];
        return text + (part instanceof Sql ? textOf(part) : `$${values.push(part)}`) + string;
      });
    return { text: textOf(this), values };
  }

  /** For `where` of TypeORM's query builder: the text with named parameters, and their values. One for a query. */
  toCondition(): [text: string, parameters: Record<string, unknown>] {
    const { text, values } = this.toStatement();
    return [
      text.replaceAll(/\$(\d+)/g, ':value$1'),
      Object.fromEntries(values.map((value, index) => [`value${index + 1}`, value])),
    ];
  }
}

/** Tag of a template: a nested piece becomes part of the text, everything else a value. */
export const sql = (strings: TemplateStringsArray, ...parts: unknown[]): Sql => new Sql(strings, parts);

/** Text as it stands: words of this program, never anything that came with a request. */
export const literal = (text: string): Sql => new Sql([text], []);

/** The pieces with a separator such as `, ` or ` AND ` between them. At least one piece. */
export const join = (pieces: readonly [Sql, ...Sql[]], separator: string): Sql =>
  pieces.reduce((left, right) => sql`${left}${literal(separator)}${right}`);

/** All of the conditions; TRUE when there are none. */
export const all = ([first, ...others]: readonly Sql[]): Sql =>
  first === undefined ? sql`TRUE` : join([first, ...others], ' AND ');
