import { expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { type Calendar, type ClosedDays, deadline, MOST_MS, type OpenRange, type Span } from './deadline.ts';

const MINUTE = 60_000;

/** Days of a zone as its clocks show them: the minutes since 1970 of each `HH:MM`, the first of a repeated one. */
class Days {
  private readonly known = new Map<string, Map<string, number>>();
  constructor(private readonly zone: string) {}

  local(minute: number): DateTime {
    return DateTime.fromMillis(minute * MINUTE, { zone: this.zone });
  }

  /** A time that is skipped moves forward by the gap. */
  minuteOf(date: string, time: string): number {
    const times = this.known.get(date) ?? this.read(date);
    const found = times.get(time);
    if (found !== undefined) return found;
    const before = [...times.keys()].filter((other) => other < time).at(-1) ?? '';
    return (times.get(before) ?? NaN) + minutesOf(time) - minutesOf(before);
  }

  private read(date: string): Map<string, number> {
    const noon = Date.parse(`${date}T12:00:00Z`) / MINUTE;
    const times = new Map<string, number>();
    // All minutes that may be of this day, whatever the zone.
    for (let minute = noon - 27 * 60; minute < noon + 27 * 60; minute += 1) {
      const local = this.local(minute);
      const time = local.toFormat('HH:mm');
      if (local.toISODate() === date && !times.has(time)) times.set(time, minute);
    }
    this.known.set(date, times);
    return times;
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (date: string): number => ((new Date(date).getUTCDay() + 6) % 7) + 1;
const days = new Map<string, Days>();

/** Walks from minute to minute, and counts those in which the store is open and no pause is. */
function simulate(
  start: number,
  minutes: number,
  calendar: Calendar | null,
  pauses: readonly Span[],
): number | null {
  const zone = calendar?.zone ?? 'UTC';
  const clock = days.get(zone) ?? new Days(zone);
  days.set(zone, clock);
  const isClosed = (date: string) =>
    calendar?.closures.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay) ?? false;
  const open = new Map<string, (minute: number) => boolean>();
  const isOpenOn = (date: string): ((minute: number) => boolean) => {
    const known = open.get(date);
    if (known) return known;
    const ofDay = calendar?.hours.filter(({ weekday }) => weekday === weekdayOf(date)) ?? [];
    const tomorrow = dateAfter(date, 1);
    const spans = isClosed(date)
      ? []
      : ofDay.map(({ opens, closes }) => {
          const isNight = minutesOf(closes) <= minutesOf(opens);
          const end = isNight ? (isClosed(tomorrow) ? '00:00' : closes) : closes;
          return [clock.minuteOf(date, opens), clock.minuteOf(isNight ? tomorrow : date, end)] as const;
        });
    const isOpen = (minute: number) => spans.some(([from, until]) => from <= minute && minute < until);
    open.set(date, isOpen);
    return isOpen;
  };
  let left = minutes;
  for (let minute = start / MINUTE; minute < (start + MOST_MS) / MINUTE; minute += 1) {
    const at = minute * MINUTE;
    if (pauses.some(({ from, until }) => from <= at && at < (until ?? Infinity))) continue;
    if (calendar !== null) {
      const date = clock.local(minute).toISODate() ?? '';
      const isOpen =
        calendar.hours.length === 0
          ? !isClosed(date)
          : isOpenOn(date)(minute) || isOpenOn(dateAfter(date, -1))(minute);
      if (!isOpen) continue;
    }
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
  const hours: OpenRange[] = Array.from({ length: random(15) }, () => ({
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
  return [start, 1 + random(pick([30, 300, 1200])), calendar, pauses];
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
    '2026-03-09T03:00Z',
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
