import { expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { ClosedDays, OpenRange } from '../locations/stored-hours.ts';
import { type Calendar, deadline, MOST_MS, type Span } from './deadline.ts';

const MINUTE = 60_000;

const DAY = 24 * 60;

/** A zone by minutes since 1970, and by minutes of its own days. */
class Clock {
  private readonly offsets = new Map<number, number>();
  constructor(private readonly zone: string) {}

  /** Minutes since midnight of the first day of 1970, as the clocks of the zone show them. */
  local(minute: number): number {
    // Clocks change at whole quarters of an hour.
    const quarter = Math.floor(minute / 15);
    let offset = this.offsets.get(quarter);
    if (offset === undefined) {
      offset = DateTime.fromMillis(quarter * 15 * MINUTE, { zone: this.zone }).offset;
      this.offsets.set(quarter, offset);
    }
    return minute + offset;
  }

  /** When clocks show this first. A time that is skipped moves forward by the gap. */
  minuteOf(local: number): number {
    let before = NaN;
    const about = 2 * local - this.local(local);
    for (let minute = about - 180; minute < about + 180; minute += 1) {
      const shown = this.local(minute);
      if (shown === local) return minute;
      if (shown < local) before = minute;
    }
    return before + local - this.local(before);
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (date: string): number => ((new Date(date).getUTCDay() + 6) % 7) + 1;
const dayOf = (date: string): number => Date.parse(date) / MINUTE / DAY;
const dateOf = (day: number): string => new Date(day * DAY * MINUTE).toISOString().slice(0, 10);
const clocks = new Map<string, Clock>();

/** Walks from minute to minute, and counts those in which the store is open and no pause is. */
function simulate(
  start: number,
  minutes: number,
  calendar: Calendar | null,
  pauses: readonly Span[],
): number | null {
  const zone = calendar?.zone ?? 'UTC';
  const clock = clocks.get(zone) ?? new Clock(zone);
  clocks.set(zone, clock);
  const isClosed = (day: number): boolean =>
    calendar?.closures.some(({ firstDay, lastDay }) => dayOf(firstDay) <= day && day <= dayOf(lastDay)) ??
    false;
  /** From and until of the times in which the store is open that begin on a day. */
  const known = new Map<number, (readonly [number, number])[]>();
  const spansOf = (day: number): (readonly [number, number])[] => {
    const found = known.get(day);
    if (found) return found;
    const ofDay = calendar?.hours.filter(({ weekday }) => weekday === weekdayOf(dateOf(day))) ?? [];
    const spans = isClosed(day)
      ? []
      : ofDay.map(({ opens, closes }) => {
          const isNight = minutesOf(closes) <= minutesOf(opens);
          const end = isNight && isClosed(day + 1) ? 0 : minutesOf(closes);
          const [first, last] = [day, isNight ? day + 1 : day];
          return [clock.minuteOf(first * DAY + minutesOf(opens)), clock.minuteOf(last * DAY + end)] as const;
        });
    known.set(day, spans);
    return spans;
  };
  /** Those that begin on a day or on the one before. */
  let [near, nearDay]: [(readonly [number, number])[], number] = [[], NaN];
  const isOpen = (minute: number): boolean => {
    if (calendar === null) return true;
    const day = Math.floor(clock.local(minute) / DAY);
    if (calendar.hours.length === 0) return !isClosed(day);
    if (day !== nearDay) [near, nearDay] = [[...spansOf(day - 1), ...spansOf(day)], day];
    return near.some(([from, until]) => from <= minute && minute < until);
  };
  let left = minutes;
  for (let minute = start / MINUTE; minute < (start + MOST_MS) / MINUTE; minute += 1) {
    const at = minute * MINUTE;
    if (pauses.some(({ from, until }) => from <= at && at < (until ?? Infinity)) || !isOpen(minute)) continue;
    left -= 1;
    if (left === 0) return at + MINUTE;
  }
  return null;
}

/** Numbers that look random, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
];
/** Some hours before changes of the clock in these zones, and days without one. */
const starts = [
  '2026-03-07T18:00Z',
  '2026-10-31T20:00Z',
  '2026-10-24T15:00Z',
  '2026-04-04T08:00Z',
  '2026-07-01T00:00Z',
];

function randomCase(seed: number): Parameters<typeof deadline> {
  const random = numbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const start = Date.parse(pick(starts)) + random(1200) * MINUTE;
  const time = () => `${String(random(24)).padStart(2, '0')}:${pick(['00', '15', '30', '59'])}`;
  const hours: OpenRange[] = Array.from({ length: pick([0, 7, 10, 14]) }, () => ({
    weekday: 1 + random(7),
    opens: time(),
    closes: time(),
  }));
  const closures: ClosedDays[] = Array.from({ length: random(3) }, () => {
    const firstDay = new Date(start + random(4) * 86_400_000).toISOString().slice(0, 10);
    return { firstDay, lastDay: dateAfter(firstDay, random(2)) };
  });
  const pauses: Span[] = Array.from({ length: random(4) }, () => {
    const from = start + random(2000) * MINUTE;
    return { from, until: from + random(1500) * MINUTE };
  });
  const calendar = random(8) === 0 ? null : { zone: pick(zones), hours, closures };
  return [start, 1 + random(pick([30, 200, 600])), calendar, pauses];
}

it('equals a count from minute to minute, in 10,000 cases', () => {
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const given = randomCase(seed * 7919);
    const [found, expected] = [deadline(...given), simulate(...given)];
    if (found !== expected) wrong.push({ seed, given, found, expected });
  }
  expect(wrong.slice(0, 3)).toEqual([]);
});

const always: OpenRange[] = [];
const daily = (...ranges: [opens: string, closes: string][]): OpenRange[] =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => ranges.map(([opens, closes]) => ({ weekday, opens, closes })));
const store = (hours: OpenRange[], closures: ClosedDays[] = [], zone = 'America/New_York'): Calendar => ({
  zone,
  hours,
  closures,
});
const HOUR = 60;

it.each<
  [
    name: string,
    start: string,
    minutes: number,
    calendar: Calendar | null,
    pauses: [string, string | null][],
    end: string | null,
  ]
>([
  ['all minutes', '2026-03-05T15:00Z', 4 * HOUR, null, [], '2026-03-05T19:00Z'],
  [
    'an hour less in the night of spring',
    '2026-03-08T04:00Z',
    8 * HOUR,
    store(daily(['22:00', '06:00'])),
    [],
    '2026-03-09T04:00Z',
  ],
  [
    'an hour more in the night of autumn',
    '2026-11-01T02:00Z',
    9 * HOUR,
    store(daily(['22:00', '06:00'])),
    [],
    '2026-11-01T11:00Z',
  ],
  [
    'hours past midnight',
    '2026-03-04T04:00Z',
    3 * HOUR,
    store(daily(['18:00', '01:00'])),
    [],
    '2026-03-05T00:00Z',
  ],
  [
    'split days',
    '2026-03-04T15:00Z',
    3 * HOUR,
    store(daily(['10:00', '11:00'], ['15:00', '22:00'])),
    [],
    '2026-03-04T22:00Z',
  ],
  [
    'a closure',
    '2026-12-24T21:00Z',
    2 * HOUR,
    store(daily(['09:00', '17:00']), [{ firstDay: '2026-12-25', lastDay: '2026-12-26' }]),
    [],
    '2026-12-27T15:00Z',
  ],
  [
    'a night that begins on a closed day',
    '2026-12-25T12:00Z',
    HOUR,
    store(daily(['18:00', '02:00']), [{ firstDay: '2026-12-25', lastDay: '2026-12-25' }]),
    [],
    '2026-12-27T00:00Z',
  ],
  [
    'a night before a closed day',
    '2026-12-25T04:00Z',
    2 * HOUR,
    store(daily(['18:00', '02:00']), [{ firstDay: '2026-12-25', lastDay: '2026-12-25' }]),
    [],
    '2026-12-27T00:00Z',
  ],
  [
    'no hours: all of each day that is not closed',
    '2026-12-25T04:00Z',
    2 * HOUR,
    store(always, [{ firstDay: '2026-12-25', lastDay: '2026-12-25' }]),
    [],
    '2026-12-26T06:00Z',
  ],
  [
    'two pauses',
    '2026-03-05T15:00Z',
    4 * HOUR,
    null,
    [
      ['2026-03-05T17:00Z', '2026-03-05T18:00Z'],
      ['2026-03-05T15:30Z', '2026-03-05T16:00Z'],
    ],
    '2026-03-05T20:30Z',
  ],
  [
    'pauses that overlap',
    '2026-03-05T15:00Z',
    HOUR,
    null,
    [
      ['2026-03-05T15:10Z', '2026-03-05T16:00Z'],
      ['2026-03-05T15:30Z', '2026-03-05T17:00Z'],
    ],
    '2026-03-05T17:50Z',
  ],
  [
    'the end of the day',
    '2026-03-05T20:00Z',
    2 * HOUR,
    store(daily(['09:00', '17:00'])),
    [],
    '2026-03-05T22:00Z',
  ],
  [
    'no open minute within 400 days',
    '2026-03-05T20:00Z',
    1,
    store(daily(['09:00', '17:00']), [{ firstDay: '2026-01-01', lastDay: '2028-01-01' }]),
    [],
    null,
  ],
  [
    'more than 400 days',
    '2026-03-05T20:00Z',
    365 * 24 * HOUR,
    null,
    [['2026-04-01T00:00Z', '2026-06-01T00:00Z']],
    null,
  ],
  ['a pause that lasts', '2026-03-05T20:00Z', HOUR, null, [['2026-03-05T20:30Z', null]], null],
  ['no time at all', '2026-03-05T03:00Z', 0, store(daily(['09:00', '17:00'])), [], '2026-03-05T03:00Z'],
  [
    'another zone',
    '2026-03-05T15:00Z',
    HOUR,
    store(daily(['09:00', '17:00']), [], 'America/Los_Angeles'),
    [],
    '2026-03-05T18:00Z',
  ],
])('counts %s', (_name, start, minutes, calendar, pauses, end) => {
  const spans = pauses.map(([from, until]) => ({
    from: Date.parse(from),
    until: until === null ? null : Date.parse(until),
  }));
  const found = deadline(Date.parse(start), minutes, calendar, spans);
  expect(found === null ? null : new Date(found).toISOString()).toBe(
    end === null ? null : new Date(end).toISOString(),
  );
});
