import { expect, it } from '@jest/globals';
import { languageOf } from './language-of.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['ES-mx,es;q=0.9', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['en;q=0.5, es;q=0.8', 'es'],
  ['fr-FR,fr;q=0.9,es;q=0.4', 'es'],
  ['es;q=0, en;q=0.1', 'en'],
  ['es;q=0', 'en'],
  ['fr, de', 'en'],
  ['*', 'en'],
  ['es;q=nonsense', 'en'],
  [['fr', 'es'], 'es'],
  [';;,,;q=', 'en'],
  ['fr ; q=1 , es ; q=0.5', 'es'],
  [`fr;q=0.1,${'de;q=0.2,'.repeat(20)}es`, 'es'],
  [`${'de,'.repeat(65)}es;q=0`, 'en'],
  [`${'de,'.repeat(65)}en;q=0.5`, 'en'],
  ['x'.repeat(300), 'en'],
] as const)('%j: %s', (header, language) => {
  expect(languageOf(typeof header === 'object' ? [...header] : header)).toBe(language);
});
