import { expect, it } from '@jest/globals';
import { presets } from '../api/period.ts';
import { parametersOf, readAddress } from './reports-address.ts';

const today = '2026-11-26';
const usual = readAddress(new URLSearchParams(), today);
const store = '00000000-0000-4000-8000-000000000001';

it('has the last 90 days of all stores by default, and nothing in the address', () => {
  expect(usual).toEqual({
    from: '2026-08-29',
    to: today,
    locationId: undefined,
    by: { overdue: 'location', repeats: 'location', spend: 'location', speed: 'month' },
  });
  expect(parametersOf(usual, today).toString()).toBe('');
});

it('reads what it has written', () => {
  const address = `from=2026-01-01&to=2026-01-31&locationId=${store}&overdueBy=category&spendBy=vendor&speedBy=location`;
  expect(parametersOf(readAddress(new URLSearchParams(address), today), today).toString()).toBe(address);
});

it.each([
  'from=2026-02-30&to=2026-03-01',
  'from=2026-03-02&to=2026-03-01',
  'from=2026-03-02',
  'from=0026-03-02&to=0026-03-02',
  'from=1999-01-01&to=1999-02-01',
  'from=2024-11-26&to=2026-11-26',
  'from=2024-02-29&to=2026-02-28',
  'from=yesterday&to=today',
  'locationId=downtown',
  'overdueBy=month',
  'repeatsBy=vendor',
  'speedBy=',
])('reads %s as usual', (address) => {
  expect(readAddress(new URLSearchParams(address), today)).toEqual(usual);
});

it('accepts 24 months', () => {
  expect(readAddress(new URLSearchParams('from=2024-11-27&to=2026-11-26'), today).from).toBe('2024-11-27');
});

it('ends its named periods today', () => {
  expect(presets.days30(today)).toEqual({ from: '2026-10-28', to: today });
  expect(presets.months12(today)).toEqual({ from: '2025-11-27', to: today });
});
