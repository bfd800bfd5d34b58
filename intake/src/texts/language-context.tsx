import { createContext, useContext } from 'react';
import { type Language } from './language.ts';
import { type Texts, texts } from './texts.ts';

export const LanguageContext = createContext<Language>('en');

export const useLanguage = (): Language => useContext(LanguageContext);

/** The texts in the language of the page. */
export const useTexts = (): Texts => texts[useLanguage()];
