import { expect, it } from '@jest/globals';
import { weekInWords } from './week-in-words.ts';

const on = (days: number[], opens: string, closes: string) =>
  days.map((weekday) => ({ weekday, opens, closes }));

it('says equal days in a row once, in the order of the day, and on which days it is closed', () => {
  const evenings = on([1, 2, 3, 5], '17:00', '01:00');
  const lunch = on([1, 2, 3, 5], '11:30', '14:00');
  expect(weekInWords([...evenings, ...lunch])).toEqual([
    ['Mon – Wed', '11:30 AM – 2:00 PM, 5:00 PM – 1:00 AM'],
    ['Thursday', 'Closed'],
    ['Friday', '11:30 AM – 2:00 PM, 5:00 PM – 1:00 AM'],
    ['Sat – Sun', 'Closed'],
  ]);
});
