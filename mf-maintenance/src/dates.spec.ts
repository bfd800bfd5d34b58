import { expect, it } from '@jest/globals';
import { formatDay, formatMoment, fromLocalInput, toLocalInput } from './dates.ts';

const afternoon = new Date(2024, 2, 5, 15, 4);

it('formats days and instants as specified', () => {
  expect(formatDay(afternoon.toISOString())).toBe('Mar 5, 2024');
  expect(formatMoment(afternoon.toISOString())).toBe('March 5, 2024 3:04 PM');
});

it('converts to a local input value and back', () => {
  expect(toLocalInput(afternoon)).toBe('2024-03-05T15:04');
  expect(fromLocalInput('2024-03-05T15:04')).toBe(afternoon.toISOString());
});
