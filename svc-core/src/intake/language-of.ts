/** The languages of the public pages. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

/** The preferred one of our languages in an `Accept-Language` header (RFC 9110, 12.5.4); English without any. */
export function languageOf(header: string | string[] | undefined): Language {
  const wanted = String(header ?? '')
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: range.split('-')[0] ?? '', weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    // Equal weights stay in the order of the header.
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language);
  return wanted.find(isLanguage) ?? 'en';
}
