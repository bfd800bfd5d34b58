/** A piece of SQL with its values apart from its text. Pieces nest. */
export class Sql {
  constructor(
    readonly texts: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  /** For PostgreSQL: the text with `$1`, `$2`, … in the places of the values. */
  toStatement(): { text: string; values: unknown[] } {
    let text = this.texts[0] ?? '';
    for (let index = 1; index < this.texts.length; index += 1) text += `$${index}${this.texts[index] ?? ''}`;
    return { text, values: [...this.values] };
  }
}

/** Tag of a template: a nested piece becomes part of the text, everything else a value. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const texts: string[] = [];
  const values: unknown[] = [];
  // The text since the last value.
  let text = strings[0] ?? '';
  parts.forEach((part, index) => {
    if (part instanceof Sql) {
      part.values.forEach((value, position) => {
        texts.push(text + (part.texts[position] ?? ''));
        values.push(value);
        text = '';
      });
      text += part.texts.at(-1) ?? '';
    } else {
      texts.push(text);
      values.push(part);
      text = '';
    }
    text += strings[index + 1] ?? '';
  });
  texts.push(text);
  return new Sql(texts, values);
}

/** The pieces with a separator such as `, ` or ` AND ` between them. At least one piece. */
export const join = (pieces: readonly [Sql, ...Sql[]], separator: string): Sql => {
  const between = new Sql([separator], []);
  return pieces.reduce((left, right) => sql`${left}${between}${right}`);
};

/** All of the conditions; TRUE when there are none. */
export const all = ([first, ...others]: readonly Sql[]): Sql =>
  first === undefined ? sql`TRUE` : join([first, ...others], ' AND ');
