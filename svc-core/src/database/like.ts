/** A LIKE pattern for "contains these texts in this order"; `%`, `_` and `\` in the texts are escaped. */
export const containing = (...texts: readonly string[]): string =>
  `%${texts.map((text) => text.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
