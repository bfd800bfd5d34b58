import { DateTime } from 'luxon';
import type { Frequency } from './recurring-tasks.schemas.ts';

/** When a task recurs, in the time zone of its location. */
export interface Schedule {
  frequency: Frequency;
  /** IANA name. */
  timezone: string;
  /** ISO 8601. */
  nextOccurrence: string;
  /** Day of the month to which a monthly schedule returns, 1 to 31; null for that of the next occurrence. */
  anchorDay: number | null;
  /** Time of day to which the schedule returns, `HH:mm:ss.SSS`; null for that of the next occurrence. */
  anchorTime: string | null;
}

export interface Advance {
  /** The latest occurrence that is not in the future. ISO 8601 in UTC, like the next one. */
  occurrence: string;
  nextOccurrence: string;
  anchorDay: number;
  anchorTime: string;
}

const DAY_MS = 86_400_000;
/** Each frequency's unit and average length. */
const periods = {
  daily: { unit: 'days', ms: DAY_MS },
  weekly: { unit: 'weeks', ms: 7 * DAY_MS },
  monthly: { unit: 'months', ms: (365.2425 / 12) * DAY_MS },
} as const;

/**
 * Moves a schedule past `now` (ISO 8601), however long ago its next occurrence was.
 *
 * An occurrence is a date and time of day at the location: 09:00 stays 09:00 across a daylight saving change, and the
 * 31st falls on the last day of a shorter month and returns to the 31st. A skipped time moves forward by the length of
 * the gap (02:30 becomes 03:30 on that day); of a repeated time the first one counts. This is the rule of RFC 5545
 * (section 3.3.5).
 */
export function advance(schedule: Schedule, now: string): Advance {
  const { frequency, timezone, nextOccurrence } = schedule;
  const { unit, ms } = periods[frequency];
  const first = DateTime.fromISO(nextOccurrence, { zone: timezone });
  const anchorDay = schedule.anchorDay ?? first.day;
  const anchorTime = schedule.anchorTime ?? first.toFormat('HH:mm:ss.SSS');
  const time = DateTime.fromISO(anchorTime, { zone: 'utc' });
  const nth = (n: number): DateTime => (n === 0 ? first : at(timezone, dayOf(n), time));

  /** The nth date from the first, as midnight UTC, where all days have the same length. */
  function dayOf(n: number): DateTime {
    const { year, month, day } = first;
    if (unit !== 'months') return DateTime.utc(year, month, day).plus({ [unit]: n });
    const target = DateTime.utc(year, month).plus({ months: n });
    return target.set({ day: Math.min(anchorDay, target.daysInMonth ?? anchorDay) });
  }

  const until = Date.parse(now);
  // An estimate that is off by little: every period is close to its average.
  let n = Math.max(0, Math.floor((until - first.toMillis()) / ms));
  while (n > 0 && nth(n).toMillis() > until) n -= 1;
  while (nth(n + 1).toMillis() <= until) n += 1;
  return { occurrence: isoOf(nth(n)), nextOccurrence: isoOf(nth(n + 1)), anchorDay, anchorTime };
}

/** The same date and time of day in another zone, for a schedule whose store or zone changes. ISO 8601 in UTC. */
export function rezoned(nextOccurrence: string, from: string, to: string): string {
  const local = DateTime.fromISO(nextOccurrence, { zone: from });
  const moved = at(to, local, local);
  // The first and the last years have no room to move.
  return moved.toUTC().year >= 1 && moved.toUTC().year <= 9999 ? isoOf(moved) : nextOccurrence;
}

function at(zone: string, { year, month, day }: DateTime, time: DateTime): DateTime {
  const { hour, minute, second, millisecond } = time;
  const local = DateTime.fromObject({ year, month, day, hour, minute, second, millisecond }, { zone });
  // Sorted: the first one of a repeated time.
  return local.getPossibleOffsets()[0] ?? local;
}

const isoOf = (moment: DateTime): string => moment.toJSDate().toISOString();
