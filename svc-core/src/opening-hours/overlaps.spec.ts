import { expect, it } from '@jest/globals';
import { overlapsOf } from './overlaps.ts';

const range = (text: string) => {
  const [weekday = '', opens = '', closes = ''] = text.split(' ');
  return { weekday: Number(weekday), opens, closes };
};
const days = (text: string) => {
  const [firstDay = '', lastDay = firstDay] = text.split(' ');
  return { firstDay, lastDay };
};

it.each<[ranges: string[], found: number[]]>([
  [['1 09:00 12:00', '1 12:00 17:00', '2 09:00 12:00'], []],
  [['1 09:00 12:00', '1 11:59 17:00'], [1]],
  [['1 18:00 02:00', '2 02:00 06:00'], []],
  [['1 18:00 02:01', '2 02:00 06:00'], [1]],
  [['7 18:00 02:01', '1 02:00 06:00'], [1]],
  [['1 02:00 06:00', '7 18:00 02:01'], [1]],
  [['3 00:00 00:00', '4 00:00 00:00'], []],
  [['3 10:00 10:00', '4 09:00 11:00'], [1]],
])('finds overlapping hours in %j', (ranges, found) => {
  expect(overlapsOf(ranges.map(range), []).hours).toEqual(found);
});

it('finds overlapping closures', () => {
  const closures = ['2026-12-24 2026-12-26', '2026-12-27', '2026-12-26'].map(days);
  expect(overlapsOf([], closures).closures).toEqual([2]);
});
