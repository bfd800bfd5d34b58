import { expect, it } from '@jest/globals';
import { atMost, cellsOf, comparedRow, median, quantile } from './row.ts';

it('the median of an even number of values is the mean of the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), quantile([4, 1, 2, 3], 0.95)]).toEqual([2, 2.5, 4]);
});

it('a row has the median, its range, the ratio of each round, and whether it reaches its goal', () => {
  const row = comparedRow('list', 'ms', [1, 2, 3], { name: 'old', values: [2, 2, 2] }, atMost(0.9));
  expect(cellsOf(row)).toEqual([
    'list',
    '2 (1–3) ms',
    'old: 2',
    '1 (0.5–1.5)',
    'ratio at most 0.9: **missed**',
  ]);
});
