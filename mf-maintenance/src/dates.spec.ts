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
  [-5, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [60 * 60, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [3 * 86_400, '3 days ago'],
  [31 * 86_400 - 1, '30 days ago'],
  [31 * 86_400, 'Mar 5, 2024'],
])('says how long ago %d seconds are', (seconds, text) => {
  expect(formatAgo(afternoon.toISOString(), afternoon.getTime() + seconds * 1000)).toBe(text);
});
