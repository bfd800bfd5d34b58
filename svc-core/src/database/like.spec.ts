import { expect, it } from '@jest/globals';
import { containing } from './like.ts';

it.each([
  ['oven', '%oven%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
])('%s is escaped as %s', (text, pattern) => {
  expect(containing(text)).toBe(pattern);
});

it('texts must appear in this order', () => {
  expect(containing('cold', ' 1_')).toBe('%cold% 1\\_%');
});
