import { expect, it } from '@jest/globals';
import { titleOf } from './title-of.ts';

it.each([
  ['with equipment', 'Fryer 2', 'Oil is cold.', 'Fryer 2: Oil is cold.'],
  ['without', null, 'Oil is cold.', 'Problem: Oil is cold.'],
  ['white space and line breaks', ' Fryer\t2 ', ' Oil\r\n\r\n is\u00a0\u2028cold ', 'Fryer 2: Oil is cold'],
  ['the first 60 characters', 'Fryer', 'x'.repeat(61), `Fryer: ${'x'.repeat(60)}`],
  ['a space at the cut', 'Fryer', `${'x'.repeat(59)} yy`, `Fryer: ${'x'.repeat(59)}`],
  ['characters of two units', 'Fryer', '🔥'.repeat(61), `Fryer: ${'🔥'.repeat(60)}`],
  ['the longest name', 'n'.repeat(120), 'x'.repeat(2000), `${'n'.repeat(120)}: ${'x'.repeat(60)}`],
])('%s', (_name, equipment, description, title) => {
  expect(titleOf(equipment, description)).toBe(title);
});

it('has at most 255 units and halves no character', () => {
  const title = titleOf('🍟'.repeat(120), '🔥'.repeat(60));
  expect(title.length).toBe(254);
  expect(title.endsWith('🔥')).toBe(true);
});
