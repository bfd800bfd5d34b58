import { DateTime } from 'luxon';
import type { Frequency } from './recurring-tasks.schemas.ts';

/** When a task comes back, on the clock of its location. */
export interface Schedule {
  frequency: Frequency;
  /** IANA name. */
  timezone: string;
  /** ISO 8601. */
  nextOccurrence: string;
  /** The day of the month that a monthly one returns to, 1 to 31; null: that of the next occurrence. */
  anchorDay: number | null;
  /** The time of day that it returns to, `HH:mm:ss.SSS`; null: that of the next occurrence. */
  anchorTime: string | null;
}

export interface Advance {
  /** The latest occurrence that is not after now. ISO 8601 in UTC, as the next one. */
  occurrence: string;
  nextOccurrence: string;
  anchorDay: number;
  anchorTime: string;
}

const DAY_MS = 86_400_000;
/** Each frequency's unit, and how long it is on average. */
const periods = {
  daily: { unit: 'days', ms: DAY_MS },
  weekly: { unit: 'weeks', ms: 7 * DAY_MS },
  monthly: { unit: 'months', ms: (365.2425 / 12) * DAY_MS },
} as const;

/**
 * Moves a schedule whose next occurrence has come past `now` (ISO 8601), however long ago that was.
 *
 * An occurrence is a day and a time of day at the location: 09:00 stays 09:00 across a change of the clock, and the 31st
 * falls on the last day of a shorter month and returns to the 31st. A time that the clock skips is taken as far after
 * the jump as it would have been after the hour before it (02:30 becomes 03:30 for that day); of a time that comes
 * twice it is the first. That is what RFC 5545 (section 3.3.5) says of such times.
 */
export function advance(schedule: Schedule, now: string): Advance {
  const { frequency, timezone, nextOccurrence } = schedule;
  const { unit, ms } = periods[frequency];
  const first = DateTime.fromISO(nextOccurrence, { zone: timezone });
  const anchorDay = schedule.anchorDay ?? first.day;
  const anchorTime = schedule.anchorTime ?? first.toFormat('HH:mm:ss.SSS');
  const time = DateTime.fromISO(anchorTime, { zone: 'utc' });
  const nth = (n: number): DateTime => (n === 0 ? first : at(timezone, dayOf(n), time));

  /** The nth day from the first, as a date at midnight UTC, where no day is longer than another. */
  function dayOf(n: number): DateTime {
    const { year, month, day } = first;
    if (unit !== 'months') return DateTime.utc(year, month, day).plus({ [unit]: n });
    const target = DateTime.utc(year, month).plus({ months: n });
    return target.set({ day: Math.min(anchorDay, target.daysInMonth ?? anchorDay) });
  }

  const until = Date.parse(now);
  // A guess that is off by little: no period is far from its average.
  let n = Math.max(0, Math.floor((until - first.toMillis()) / ms));
  while (n > 0 && nth(n).toMillis() > until) n -= 1;
  while (nth(n + 1).toMillis() <= until) n += 1;
  return { occurrence: isoOf(nth(n)), nextOccurrence: isoOf(nth(n + 1)), anchorDay, anchorTime };
}

function at(zone: string, { year, month, day }: DateTime, time: DateTime): DateTime {
  const { hour, minute, second, millisecond } = time;
  const local = DateTime.fromObject({ year, month, day, hour, minute, second, millisecond }, { zone });
  // In order: the first of a time that comes twice.
  return local.getPossibleOffsets()[0] ?? local;
}

const isoOf = (moment: DateTime): string => moment.toJSDate().toISOString();
