const ACCENTS = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`,
  'gu',
);
const INVISIBLE = /[^\P{Cc}\s\u0085]|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;
const APOSTROPHES =
  /['`\u02b9-\u02bf\u02c8\u02ca\u02cb\u02f4\u0559\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c]/gu;
const HYPHENS = /[\p{Dash_Punctuation}\u02d7\u2043\u2212]/gu;
/** Letters that Unicode does not decompose, and quotation marks. */
const others: Readonly<Record<string, string>> = {
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ŧ: 'T',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
};
const OTHERS = new RegExp(`[${Object.keys(others).join('')}]`, 'g');

/**
 * A text as a search compares it, like `core.folded` of svc-core: without case, accents, forms of the same character,
 * invisible characters and apostrophes; any white space is a space, any hyphen is `-`.
 */
export const folded = (text: string): string =>
  /[^ -&(-_a-~]| {2}/.test(text)
    ? text
        .replaceAll(/[\u00b4\u1ffd]/g, "'")
        .normalize('NFKD')
        .replaceAll(ACCENTS, '')
        .replaceAll(INVISIBLE, '')
        .replaceAll(APOSTROPHES, '')
        // ẞ has no other upper case; ß becomes SS.
        .toLowerCase()
        .toUpperCase()
        .replaceAll(OTHERS, (letter) => others[letter] ?? letter)
        .replaceAll(HYPHENS, '-')
        .replaceAll(/[\s\u0085\u2800]+/g, ' ')
    : text.toUpperCase();

/** Compares names as the lists of the server do: numbers by value, case and accents last. */
export const { compare: byName } = new Intl.Collator('und', { numeric: true });
