import { expect, it } from '@jest/globals';
import { withSection } from './figures.ts';

it('a section of the figures is replaced, or added at the end, and the others stay', () => {
  const text = '# Figures\n\nIntro.\n\n## a\n\nold a\n\n## ab\n\nold ab\n';
  expect(withSection(text, 'a', 'new')).toBe('# Figures\n\nIntro.\n\n## a\n\nnew\n\n## ab\n\nold ab\n');
  expect(withSection(text, 'c', 'new')).toBe(`${text}\n## c\n\nnew\n`);
});
