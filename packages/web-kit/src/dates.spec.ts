import { expect, it } from '@jest/globals';
import { formatAgo, formatDay, formatMoment, fromLocalInput, toLocalInput } from './dates.ts';

const afternoon = new Date(2024, 2, 5, 15, 4);

it('formats days and instants as specified', () => {
  expect(formatDay(afternoon.toISOString())).toBe('Mar 5, 2024');
  expect(formatMoment(afternoon.toISOString())).toBe('March 5, 2024 3:04 PM');
});

it('converts to a local input value and back', () => {
  expect(toLocalInput(afternoon)).toBe('2024-03-05T15:04');
  expect(fromLocalInput('2024-03-05T15:04')).toBe(afternoon.toISOString());
});

it.each([
  [-5, '1 second ago'],
  [12, '12 seconds ago'],
  [59.4, '59 seconds ago'],
  [60, '1 minute ago'],
  [7199, '1 hour ago'],
  [3 * 86_400 + 10, '3 days ago'],
  [31 * 86_400 - 1, '30 days ago'],
  [31 * 86_400, 'Mar 5, 2024'],
])('says how long ago it was: %s seconds', (seconds, words) => {
  const now = new Date(afternoon.getTime() + seconds * 1000);
  expect(formatAgo(afternoon.toISOString(), now)).toBe(words);
});
