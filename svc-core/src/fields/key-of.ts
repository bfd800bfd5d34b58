const HYPHENS = /[\p{Dash_Punctuation}\u00ad\u02d7\u2043\u2212]/gu;
const INVISIBLE = /[^\P{Cc}\s\u0085]|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
const WHITE_SPACE = /[\s\u0085\u2800]+/g;

/**
 * What makes the number of a store, a serial or a name the same as another, like `core.key_of` in the database: not its
 * case, the form of its accents, its white space, invisible characters or which hyphen it has. For comparing; never
 * shown or stored.
 */
export const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(HYPHENS, '-')
    .replaceAll(INVISIBLE, '')
    .replaceAll(WHITE_SPACE, ' ')
    .trim()
    // ẞ has no other upper case; ß becomes SS.
    .toLowerCase()
    .toUpperCase()
    .normalize('NFC');

/**
 * Finds what a text means: all that are spelled like it or, without such a one, all of its key.
 * @param keyFor the key of an item, where it is known already; then it is needed with the text, too
 */
export function meantBy<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  keyFor = (item: Item): string => keyOf(textOf(item)),
): (text: string, key?: string) => readonly Item[] {
  const exact = Map.groupBy(items, textOf);
  const alike = Map.groupBy(items, keyFor);
  return (text, key) => exact.get(text) ?? alike.get(key ?? keyOf(text)) ?? [];
}
