import { expect, it } from '@jest/globals';
import { periodOf } from './period.ts';

it.each([
  [{}, { from: '2026-08-29', to: '2026-11-26' }],
  [{ from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-26' }],
  [{ from: '2026-12-24' }, { from: '2026-12-24', to: '2026-12-24' }],
  [{ to: '2026-03-01' }, { from: '2025-12-02', to: '2026-03-01' }],
  [
    { from: '2024-11-27', to: '2026-11-26' },
    { from: '2024-11-27', to: '2026-11-26' },
  ],
  [
    { from: '2024-02-29', to: '2026-02-27' },
    { from: '2024-02-29', to: '2026-02-27' },
  ],
])('%j is %j', (asked, period) => {
  expect(periodOf(asked, '2026-11-26')).toEqual(period);
});

it.each([
  [{ from: '2026-11-02', to: '2026-11-01' }, 'Must not be before the first day.'],
  [{ from: '2024-11-26', to: '2026-11-26' }, 'At most 24 months.'],
  [{ from: '2024-02-29', to: '2026-02-28' }, 'At most 24 months.'],
  [{ from: '2020-01-01' }, 'At most 24 months.'],
])('%j is refused', (asked, message) => {
  expect(() => periodOf(asked, '2026-11-26')).toThrow(expect.objectContaining({ errors: { to: [message] } }));
});
