import { expect, it } from '@jest/globals';
import { overdueReport, overdueRow, speedReport, speedRow } from '../../../test/fixtures.ts';
import { chartOf } from './chart-data.ts';

const money = (amount: number) => `$${amount}`;

it('has a bar for each of the first ten groups, and none where nothing is counted', () => {
  const groups = Array.from({ length: 14 }, (_, at) => ({
    key: `${at}`,
    label: `Store ${at}`,
    ...overdueRow(20, Math.max(0, 12 - at), null),
  }));
  const { bars, all, isLate } = chartOf(overdueReport(overdueRow(280, 78, null), groups), money);
  expect({ all, isLate }).toEqual({ all: 12, isLate: true });
  expect(bars).toHaveLength(10);
  expect(bars[0]).toEqual({ name: 'Store 0', value: 12, text: '12' });
});

it('has a column for each of the latest ten months with enough data, in their order', () => {
  const keys = [
    '2025-12',
    ...Array.from({ length: 11 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`),
  ];
  const report = speedReport(
    speedRow(99, 5),
    keys.map((key) => [key, key === '2026-10' ? null : 5.25]),
  );
  const { bars, all, months, isByMonth } = chartOf(report, money);
  expect({ all, isByMonth, months }).toEqual({ all: 11, isByMonth: true, months: ['Jan 2026', 'Nov 2026'] });
  expect(bars.map(({ name }) => name).join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Nov');
  expect(bars[0]?.text).toBe('5.3 h');
});
