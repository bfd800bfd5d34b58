/** The languages of the public pages. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

/** No browser sends more. */
const MAX_LENGTH = 200;

/** The preferred one of our languages in an `Accept-Language` header (RFC 9110, 12.5.4); English without any. */
export function languageOf(header: string | string[] | undefined): Language {
  const text = String(header ?? '').toLowerCase();
  // A range that is cut lacks its weight.
  const read =
    text.length > MAX_LENGTH ? text.slice(0, Math.max(0, text.lastIndexOf(',', MAX_LENGTH))) : text;
  const wanted = read
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: range.split('-')[0] ?? '', weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    // Equal weights stay in the order of the header.
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language);
  return wanted.find(isLanguage) ?? 'en';
}
