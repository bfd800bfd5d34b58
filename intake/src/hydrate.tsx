import '@mainstay/ui/tokens.css';
import '@mainstay/ui/page.css';
import './parts/public-page.css';
import { type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { PublicPage, type Screen } from './public-page.tsx';
import { documentLanguage } from './texts/language.ts';

/** Brings the open document to life. */
export function hydrate(screen: ComponentType<Screen>): void {
  const root = document.getElementById('root');
  // The last part of the address. Stickers are also read aloud and typed: capitals mean the same.
  const secret = (location.pathname.split('/')[2] ?? '').toLowerCase();
  if (root) hydrateRoot(root, <PublicPage screen={screen} language={documentLanguage()} secret={secret} />);
}
