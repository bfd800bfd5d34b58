import { describe, expect, it } from '@jest/globals';
import {
  allowedFrom,
  ATTEMPTS,
  movedDigest,
  nextDigest,
  type Rhythm,
  sendAtAfter,
  startOfDay,
  waitAfter,
} from './rhythm.ts';

const rhythm = (more: Partial<Rhythm> = {}): Rhythm => ({
  quietHours: null,
  digestTime: '07:00',
  timeZone: 'America/New_York',
  pausedUntil: null,
  ...more,
});
const quiet = (from: string, to: string, timeZone = 'America/New_York') =>
  rhythm({ quietHours: { from, to }, timeZone });
const iso = (date: Date) => date.toISOString().replace('.000Z', 'Z');

describe('allowedFrom', () => {
  // New York is UTC-5 in winter and UTC-4 in summer; clocks change on 8 March and 1 November 2026.
  it.each([
    ['no quiet hours', rhythm(), '2026-01-10T08:00:00Z', '2026-01-10T08:00:00Z'],
    ['before quiet hours', quiet('22:00', '06:30'), '2026-01-11T02:59:59Z', '2026-01-11T02:59:59Z'],
    ['their first minute', quiet('22:00', '06:30'), '2026-01-11T03:00:00Z', '2026-01-11T11:30:00Z'],
    ['before midnight', quiet('22:00', '06:30'), '2026-01-11T04:30:00Z', '2026-01-11T11:30:00Z'],
    ['after midnight', quiet('22:00', '06:30'), '2026-01-11T05:30:00Z', '2026-01-11T11:30:00Z'],
    ['their last minute', quiet('22:00', '06:30'), '2026-01-11T11:29:59Z', '2026-01-11T11:30:00Z'],
    ['their end', quiet('22:00', '06:30'), '2026-01-11T11:30:00Z', '2026-01-11T11:30:00Z'],
    ['within a day', quiet('12:00', '13:00'), '2026-01-11T17:20:00Z', '2026-01-11T18:00:00Z'],
    ['within a day, before', quiet('12:00', '13:00'), '2026-01-11T16:59:00Z', '2026-01-11T16:59:00Z'],
    ['until midnight', quiet('20:00', '00:00'), '2026-01-11T02:00:00Z', '2026-01-11T05:00:00Z'],
    ['from midnight', quiet('00:00', '05:00'), '2026-01-11T05:00:00Z', '2026-01-11T10:00:00Z'],
    [
      'equal ends are no quiet hours',
      quiet('08:00', '08:00'),
      '2026-01-11T13:00:00Z',
      '2026-01-11T13:00:00Z',
    ],
    ['the night clocks go forward', quiet('22:00', '06:30'), '2026-03-08T05:00:00Z', '2026-03-08T10:30:00Z'],
    ['the night clocks go back', quiet('22:00', '06:30'), '2026-11-01T04:00:00Z', '2026-11-01T11:30:00Z'],
    ['an end that is skipped', quiet('22:00', '02:30'), '2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z'],
    ['an end that comes twice', quiet('22:00', '01:30'), '2026-11-01T05:10:00Z', '2026-11-01T05:30:00Z'],
    ['its second time', quiet('22:00', '01:30'), '2026-11-01T06:10:00Z', '2026-11-01T06:30:00Z'],
    ['another zone', quiet('22:00', '06:00', 'Asia/Kolkata'), '2026-01-10T17:00:00Z', '2026-01-11T00:30:00Z'],
    [
      'a zone far ahead',
      quiet('22:00', '06:00', 'Pacific/Kiritimati'),
      '2026-01-10T09:00:00Z',
      '2026-01-10T16:00:00Z',
    ],
  ])('%s', (_what, settings, moment, expected) => {
    expect(iso(allowedFrom(new Date(moment), settings))).toBe(expected);
  });

  it.each([
    ['until later', rhythm({ pausedUntil: new Date('2026-02-01T12:00:00Z') }), '2026-02-01T12:00:00Z'],
    ['until earlier', rhythm({ pausedUntil: new Date('2026-01-01T12:00:00Z') }), '2026-01-10T08:00:00Z'],
    [
      'until within quiet hours',
      { ...quiet('22:00', '06:30'), pausedUntil: new Date('2026-02-01T06:00:00Z') },
      '2026-02-01T11:30:00Z',
    ],
  ])('paused %s', (_what, settings, expected) => {
    expect(iso(allowedFrom(new Date('2026-01-10T08:00:00Z'), settings))).toBe(expected);
  });
});

describe('sendAtAfter', () => {
  const now = new Date('2026-01-10T18:00:00Z');
  it.each([
    ['at once, if there was none', null, rhythm(), '2026-01-10T18:00:00Z'],
    ['at once, if it is long ago', '2026-01-10T17:45:00Z', rhythm(), '2026-01-10T18:00:00Z'],
    ['15 minutes after the last one', '2026-01-10T17:50:00Z', rhythm(), '2026-01-10T18:05:00Z'],
    [
      '15 minutes after one that is still to be sent',
      '2026-01-10T18:10:00Z',
      rhythm(),
      '2026-01-10T18:25:00Z',
    ],
    ['and not in quiet hours', '2026-01-10T17:50:00Z', quiet('13:05', '14:00'), '2026-01-10T19:00:00Z'],
  ])('%s', (_what, last, settings, expected) => {
    expect(iso(sendAtAfter(last === null ? null : new Date(last), now, settings))).toBe(expected);
  });
});

describe('nextDigest', () => {
  it.each([
    ['later today', rhythm(), '2026-01-10T11:00:00Z', '2026-01-10T12:00:00Z'],
    ['at its time: the next one', rhythm(), '2026-01-10T12:00:00Z', '2026-01-11T12:00:00Z'],
    ['tomorrow', rhythm(), '2026-01-10T12:30:00Z', '2026-01-11T12:00:00Z'],
    ['by the person’s date', rhythm(), '2026-01-11T04:00:00Z', '2026-01-11T12:00:00Z'],
    ['in summer time', rhythm(), '2026-03-08T05:30:00Z', '2026-03-08T11:00:00Z'],
    ['a skipped time', rhythm({ digestTime: '02:30' }), '2026-03-08T06:00:00Z', '2026-03-08T07:30:00Z'],
    [
      'after a pause',
      rhythm({ pausedUntil: new Date('2026-01-20T18:00:00Z') }),
      '2026-01-10T11:00:00Z',
      '2026-01-21T12:00:00Z',
    ],
    [
      'after quiet hours, still of its day',
      { ...quiet('22:00', '08:30'), digestTime: '07:00' },
      '2026-01-10T11:00:00Z',
      '2026-01-10T13:30:00Z',
    ],
  ])('%s', (_what, settings, moment, sendAt) => {
    expect(iso(nextDigest(new Date(moment), settings))).toBe(sendAt);
  });
});

it.each([
  ['this minute: now', '07:00', '2026-01-10T12:00:59Z', '2026-01-10T12:00:00Z'],
  ['some minutes ago: now', '06:56', '2026-01-10T12:00:59Z', '2026-01-10T11:56:00Z'],
  ['longer ago: tomorrow', '06:55', '2026-01-10T12:00:00Z', '2026-01-11T11:55:00Z'],
  ['later: today', '21:30', '2026-01-10T12:00:30Z', '2026-01-11T02:30:00Z'],
])('a waiting digest whose time is changed to %s', (_what, digestTime, now, sendAt) => {
  expect(iso(movedDigest(new Date(now), rhythm({ digestTime })))).toBe(sendAt);
});

it.each([
  ['2026-01-10T04:59:00Z', 'America/New_York', '2026-01-09T05:00:00Z'],
  ['2026-01-10T05:00:00Z', 'America/New_York', '2026-01-10T05:00:00Z'],
  ['2026-11-01T20:00:00Z', 'America/New_York', '2026-11-01T04:00:00Z'],
  ['2026-01-10T20:00:00Z', 'Asia/Tokyo', '2026-01-10T15:00:00Z'],
])('at %s in %s the day began at %s', (moment, timeZone, expected) => {
  expect(iso(startOfDay(new Date(moment), rhythm({ timeZone })))).toBe(expected);
});

it('there are eight attempts, with growing waits from a minute to some hours', () => {
  const waits = Array.from({ length: ATTEMPTS }, (_, index) => waitAfter(index + 1));
  expect(waits.at(-1)).toBeNull();
  const minutes = waits.slice(0, -1).map((wait) => (wait ?? 0) / 60_000);
  expect(minutes).toEqual([1, 5, 15, 60, 120, 240, 480]);
});
