import { expect, it } from '@jest/globals';
import {
  formatAgo,
  formatDay,
  formatMoment,
  formatStoreMoment,
  fromLocalInput,
  isMoment,
  otherZone,
  toLocalInput,
} from './dates.ts';

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

it.each([
  ['America/Los_Angeles', '2024-03-05T09:00', '2024-03-05T17:00:00.000Z'],
  ['Asia/Kolkata', '2024-12-31T23:59', '2024-12-31T18:29:00.000Z'],
  ['Pacific/Pago_Pago', '2024-03-31T09:00', '2024-03-31T20:00:00.000Z'],
  // The first of two times; a time that the clock skips is later by the gap.
  ['America/New_York', '2024-11-03T01:30', '2024-11-03T05:30:00.000Z'],
  ['Australia/Lord_Howe', '2024-04-07T01:45', '2024-04-06T14:45:00.000Z'],
])('reads the clock of %s at %s', (zone, value, iso) => {
  expect(fromLocalInput(value, zone)).toBe(iso);
  expect(toLocalInput(new Date(iso), zone)).toBe(value);
});

it('moves a time that a clock skips forward by the gap', () => {
  expect(fromLocalInput('2024-03-10T02:30', 'America/New_York')).toBe('2024-03-10T07:30:00.000Z');
});

it("formats in a store's zone, and names it only where it differs", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const zone = 'Pacific/Kiritimati';
  const iso = '2024-03-05T15:04:00.000Z';
  expect(formatMoment(iso, zone)).toBe('March 6, 2024 5:04 AM');
  expect(formatStoreMoment(iso, zone)).toBe('March 6, 2024 5:04 AM GMT+14');
  expect(formatDay(iso, zone)).toBe('Mar 6, 2024');
  expect([otherZone(iso, zone), otherZone(iso, timeZone), otherZone(iso, undefined)]).toEqual([
    'Line Islands Time',
    undefined,
    undefined,
  ]);
  expect(formatDay(iso, 'No/Zone')).toBe(formatDay(iso));
});

it.each(['', '20266-01-01T09:00', '0026-01-01T09:00', '2026-01-01'])('%j is no moment', (value) => {
  expect(isMoment(value)).toBe(false);
});
