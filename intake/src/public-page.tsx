import { type ComponentType } from 'react';
import { Frame } from './parts/frame.tsx';
import { LanguageContext } from './texts/language-context.tsx';
import { type Language } from './texts/language.ts';

/** What is in a page. */
export interface Screen {
  /** The code on the sticker or the token of the report; empty when the page is rendered during the build. */
  secret: string;
}

interface Props extends Screen {
  screen: ComponentType<Screen>;
  language: Language;
}

/** A whole page. Its first rendering is the same in the build and in the browser. */
export function PublicPage({ screen: Content, language, secret }: Props) {
  return (
    <LanguageContext value={language}>
      <Frame>
        <Content secret={secret} />
      </Frame>
    </LanguageContext>
  );
}
