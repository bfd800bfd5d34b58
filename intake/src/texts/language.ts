/** The languages of the pages. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The other one, and its own name for itself. */
export const otherLanguage = {
  en: { language: 'es', name: 'Español' },
  es: { language: 'en', name: 'English' },
} as const satisfies Record<Language, { language: Language; name: string }>;

/** The language of the open document. */
export const documentLanguage = (): Language => (document.documentElement.lang === 'es' ? 'es' : 'en');
