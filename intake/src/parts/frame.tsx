import { type ReactNode } from 'react';
import { otherLanguage } from '../texts/language.ts';
import { useLanguage } from '../texts/language-context.tsx';
import { PRODUCT } from '../texts/texts.ts';
import classes from './frame.module.css';
import mark from './mark.svg';

/** What both pages are in: the product's mark, the way to the other language, and the column of the content. */
export function Frame({ children }: { children: ReactNode }) {
  const { language, name } = otherLanguage[useLanguage()];
  return (
    <div className={classes['frame']}>
      <header className={classes['header']}>
        <span className={classes['brand']}>
          <img src={mark} alt="" width="32" height="32" />
          {PRODUCT}
        </span>
        <a className={classes['language']} href={`?lang=${language}`} lang={language} hrefLang={language}>
          {name}
        </a>
      </header>
      <main className={classes['main']}>{children}</main>
    </div>
  );
}
