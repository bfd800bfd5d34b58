/** What stands between digits. */
const NUMBER = String.raw`\+?[\d\s().\p{Pd}]+?`;
const EXTENSION = String.raw`[\s,;]*(?:extension|extn?|ext|x|#)[\s.:#]*(\d{1,8})`;
/** Only such words may stand before a number, and only a note in parentheses after it. */
const PHONE = new RegExp(
  String.raw`^(?:(?:tel|phone|ph)[\s.:]*)?(${NUMBER})(?:${EXTENSION})?\s*(?:\([^()\d]*\))?$`,
  'iu',
);

/**
 * The `tel:` address of a phone number as people write it: `207-555-0114 x42` gives `tel:2075550114;ext=42`.
 * Undefined for anything that does not plainly have one number, so that no other is called.
 * @param fewest digits that it has
 */
export function phoneLink(text: string, fewest = 3): string | undefined {
  // Also digits of other widths, and the invisible marks that a copied number has around it.
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  const [, written, extension] = PHONE.exec(plain) ?? [];
  // The zero of +44 (0)20 is for calls within the country.
  const number = written?.replace(/^(\+[\d\s]+)\(0\)/, '$1').replaceAll(/[^\d+]/g, '') ?? '';
  const digits = number.replace('+', '').length;
  if (digits < fewest || digits > 15) return undefined;
  return `tel:${number}${extension === undefined ? '' : `;ext=${extension}`}`;
}
