import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { dayWithin } from './day.ts';

const clock = (now: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
const day = dayWithin(2000, 1);
const sentencesOf = (value: string) => day.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

beforeEach(() => {
  clock('2026-11-27T23:59:59Z');
});
afterEach(() => {
  jest.restoreAllMocks();
});

it.each(['2000-01-01', '2026-12-27', '2027-11-27'])('takes %s', (value) => {
  expect(sentencesOf(value)).toEqual([]);
});

it.each([
  ['1999-12-31', 'Must not be before 2000.'],
  ['2027-11-28', 'Must not be after 2027-11-27.'],
  ['2206-11-27', 'Must not be after 2027-11-27.'],
  ['2026-02-30', 'Must be a day such as 2026-12-25.'],
])('refuses %s', (value, sentence) => {
  expect(sentencesOf(value)).toEqual([sentence]);
});

it('goes by the clock at the time of the request', () => {
  expect(sentencesOf('2027-11-28')).toHaveLength(1);
  clock('2026-11-28T00:00:00Z');
  expect(sentencesOf('2027-11-28')).toEqual([]);
});

it('names a day that there is, also a year after a leap day', () => {
  clock('2028-02-29T12:00:00Z');
  expect(sentencesOf('2029-03-02')).toEqual(['Must not be after 2029-03-01.']);
});
