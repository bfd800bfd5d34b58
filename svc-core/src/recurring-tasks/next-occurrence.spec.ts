import { describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { advance, rezoned, type Schedule } from './next-occurrence.ts';

/*
 * An independent calculation: days from Date in UTC, and local times from Intl.DateTimeFormat. It steps through the
 * days and shares no code with the tested function, not even Luxon.
 */
const HOUR = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time in a zone at a given time, as if it were UTC. */
function clockAt(zone: string, moment: number): number {
  let format = formats.get(zone);
  if (!format) {
    const numeric = 'numeric' as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The time at which a zone's clock shows `clock`: the first one if it occurs twice; if skipped, computed with the
 * offset before the change.
 */
function momentOf(zone: string, clock: number): number {
  const [before = 0, after = 0] = [clock - 24 * HOUR, clock + 24 * HOUR].map(
    (moment) => clockAt(zone, moment) - moment,
  );
  if (before === after) return clock - before;
  const moments = [clock - before, clock - after].filter((moment) => clockAt(zone, moment) === clock);
  return moments.length > 0 ? Math.min(...moments) : clock - before;
}

/** Every occurrence from a local date and time on, computed day by day. */
function* occurrences(frequency: Schedule['frequency'], zone: string, local: string): Generator<string> {
  const start = Date.parse(`${local}Z`);
  const [wantedDay, time] = [new Date(start).getUTCDate(), start % (24 * HOUR)];
  for (let day = start - time, count = 0; ; day += 24 * HOUR, count += 1) {
    const date = new Date(day);
    const lastOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const falls = {
      daily: true,
      weekly: count % 7 === 0,
      monthly: date.getUTCDate() === Math.min(wantedDay, lastOfMonth),
    };
    if (falls[frequency]) yield new Date(momentOf(zone, day + time)).toISOString();
  }
}

const zones = [
  'America/New_York',
  'America/St_Johns',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kathmandu',
];
/** Mornings, the last day of a month, hours that are skipped or doubled in some zone, and midnight. */
const starts = [
  ['daily', '2026-10-30T02:30:00'],
  ['daily', '2026-01-31T00:00:00'],
  ['weekly', '2026-01-04T01:30:00'],
  ['monthly', '2026-01-31T09:00:00'],
  ['monthly', '2028-02-29T02:15:00'],
  ['monthly', '2027-12-30T00:30:00'],
] as const;
const cases = zones.flatMap((zone) => starts.map(([frequency, start]) => [zone, frequency, start] as const));

describe('five years of occurrences, or one of daily ones', () => {
  it.each(cases)('in %s, %s from %s', (timezone, frequency, start) => {
    const expected = occurrences(frequency, timezone, start);
    const first = expected.next().value as string;
    let schedule: Schedule = {
      frequency,
      timezone,
      nextOccurrence: first,
      anchorDay: null,
      anchorTime: null,
    };
    const years = frequency === 'daily' ? 1 : 5;
    const end = new Date(Date.parse(first) + years * 365.25 * 24 * HOUR).toISOString();
    const wrong: unknown[] = [];
    while (schedule.nextOccurrence < end) {
      const { occurrence, ...next } = advance(schedule, schedule.nextOccurrence);
      if (occurrence !== schedule.nextOccurrence) wrong.push({ occurrence, schedule });
      const wanted = expected.next().value as string;
      if (next.nextOccurrence !== wanted)
        wrong.push({ after: occurrence, next: next.nextOccurrence, wanted });
      schedule = { ...schedule, ...next };
    }
    expect(wrong).toEqual([]);
  });
});

const from = (more: Partial<Schedule>): Schedule => ({
  frequency: 'daily',
  timezone: 'America/New_York',
  nextOccurrence: '2026-01-31T14:00:00.000Z',
  anchorDay: null,
  anchorTime: null,
  ...more,
});

describe('advance', () => {
  it.each([
    ['09:00 in winter', 'daily', '2026-03-07T14:00:00.000Z', '2026-03-08T13:00:00.000Z'],
    ['09:00 in summer', 'daily', '2026-10-31T13:00:00.000Z', '2026-11-01T14:00:00.000Z'],
    ['02:30, skipped tomorrow: 03:30', 'daily', '2026-03-07T07:30:00.000Z', '2026-03-08T07:30:00.000Z'],
    ['01:30, twice tomorrow: the first', 'daily', '2026-10-31T05:30:00.000Z', '2026-11-01T05:30:00.000Z'],
    ['a week across the change', 'weekly', '2026-03-04T14:00:00.000Z', '2026-03-11T13:00:00.000Z'],
    ['the 31st before February', 'monthly', '2026-01-31T14:00:00.000Z', '2026-02-28T14:00:00.000Z'],
    ['the 31st before a leap February', 'monthly', '2028-01-31T14:00:00.000Z', '2028-02-29T14:00:00.000Z'],
  ] as const)('from %s', (_name, frequency, nextOccurrence, next) => {
    expect(advance(from({ frequency, nextOccurrence }), nextOccurrence).nextOccurrence).toBe(next);
  });

  it.each([
    ['daily', '2026-05-01T13:00:00.000Z', '2026-05-02T13:00:00.000Z'],
    ['weekly', '2026-04-25T13:00:00.000Z', '2026-05-02T13:00:00.000Z'],
    ['monthly', '2026-04-30T13:00:00.000Z', '2026-05-31T13:00:00.000Z'],
  ] as const)(
    'after ninety days of downtime, %s: only the latest occurrence, and the next one',
    (frequency, latest, next) => {
      const { occurrence, nextOccurrence } = advance(from({ frequency }), '2026-05-01T13:00:00.001Z');
      expect([occurrence, nextOccurrence]).toEqual([latest, next]);
    },
  );

  it.each(['daily', 'weekly', 'monthly'] as const)(
    'skips two thousand years in one step, %s',
    (frequency) => {
      const now = '2026-11-21T12:00:00.000Z';
      const { occurrence, nextOccurrence } = advance(
        from({ frequency, nextOccurrence: '0001-01-01T00:00:00.000Z' }),
        now,
      );
      expect(occurrence <= now && nextOccurrence > now).toBe(true);
    },
  );

  it('is due at its time, and one step behind just before the next', () => {
    const task = from({ nextOccurrence: '2026-03-07T14:00:00.000Z' });
    expect(advance(task, '2026-03-08T12:59:59.999Z').occurrence).toBe('2026-03-07T14:00:00.000Z');
    expect(advance(task, '2026-03-08T13:00:00.000Z').occurrence).toBe('2026-03-08T13:00:00.000Z');
  });
});

describe('a location whose time zone changes', () => {
  const far = [...zones, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Cairo', 'America/Nuuk'];
  const dayOf = (zone: string, moment: string) =>
    new Date(clockAt(zone, Date.parse(moment))).toISOString().slice(0, 10);

  it.each([
    ['daily', 8, 1],
    ['weekly', 50, 7],
    ['monthly', 200, 31],
  ] as const)(
    'makes no day twice and leaves out none that was there at its time: %s',
    (frequency, hours, longestDays) => {
      for (let round = 0; round < 300; round += 1) {
        let zone = far[randomInt(far.length)] ?? 'UTC';
        let now = Date.UTC(2026, randomInt(12), 1 + randomInt(28), randomInt(24), randomInt(60));
        const start = new Date(now + randomInt(100) * HOUR).toISOString();
        let schedule = from({ frequency, nextOccurrence: start });
        const history = [`${start} in ${zone}`];
        let last = '';
        for (let step = 0; step < 60; step += 1) {
          now += randomInt(hours) * HOUR;
          if (randomInt(6) === 0) {
            const to = far[randomInt(far.length)] ?? 'UTC';
            schedule = { ...schedule, nextOccurrence: rezoned(schedule.nextOccurrence, zone, to) };
            zone = to;
            history.push(`${zone} from ${new Date(now).toISOString()}`);
          }
          if (Date.parse(schedule.nextOccurrence) > now) continue;
          const { occurrence, ...next } = advance(
            { ...schedule, timezone: zone },
            new Date(now).toISOString(),
          );
          schedule = { ...schedule, ...next };
          const day = dayOf(zone, occurrence);
          history.push(`${day} at ${occurrence}`);
          // Two days more: the clock leaps over one at most, and the round that makes a task may come after another.
          const skipped = last === '' ? 0 : (Date.parse(day) - Date.parse(last)) / (24 * HOUR);
          expect([history.slice(-6), day > last, skipped <= longestDays + 2]).toEqual([
            history.slice(-6),
            true,
            true,
          ]);
          last = day;
        }
      }
    },
  );
});
