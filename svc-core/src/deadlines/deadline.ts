import { DateTime, IANAZone } from 'luxon';

/** A store is open from `opens` to `closes`, `HH:MM` each; one that closes at or before it opens does so on the next day. */
export interface OpenRange {
  /** 1 (Monday) to 7. */
  weekday: number;
  opens: string;
  closes: string;
}

/** Whole days, `YYYY-MM-DD`, on which a store is closed. */
export interface ClosedDays {
  firstDay: string;
  lastDay: string;
}

/** When a store is open. Without hours, always but on closed days. */
export interface Calendar {
  /** IANA name. */
  zone: string;
  hours: readonly OpenRange[];
  closures: readonly ClosedDays[];
}

/** A time in milliseconds since 1970; without `until` it lasts. */
export interface Span {
  from: number;
  until: number | null;
}
type Bounded = Span & { until: number };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** What is not used up within this time has no deadline. */
export const MOST_MS = 400 * DAY_MS;

/**
 * The moment at which so many counted minutes are used up since `start`, both in milliseconds since 1970. Counted are the minutes in
 * which the store is open, or all of them without a calendar, but those of pauses. Null if that is later than 400 days after the
 * start.
 */
export function deadline(
  start: number,
  minutes: number,
  calendar: Calendar | null,
  pauses: readonly Span[],
): number | null {
  if (minutes === 0) return start;
  let left = minutes * MINUTE_MS;
  const end = start + MOST_MS;
  const open = calendar === null ? [{ from: start, until: end }] : openSpans(calendar, start, end);
  for (const { from, until } of without(open, pauses)) {
    if (until - from >= left) return from + left;
    left -= until - from;
  }
  return null;
}

/** The times in which the store is open between two moments, in their order, without overlaps. */
function* openSpans({ zone, hours, closures }: Calendar, from: number, until: number): Generator<Bounded> {
  const isClosed = (day: DateTime): boolean => {
    const date = day.toISODate() ?? '';
    return closures.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
  };
  const offset = offsetsOf(zone);
  const moment = (day: DateTime, time: string): number =>
    momentOf(day.toMillis() + minutesOf(time) * MINUTE_MS, offset);
  const ranges = hours.length > 0 ? hours.toSorted((a, b) => (a.opens < b.opens ? -1 : 1)) : null;
  let known = from;
  // A night may have begun on the day before. Days are counted in UTC, where each has midnight.
  const { year, month, day: first } = DateTime.fromMillis(from, { zone });
  for (let day = DateTime.utc(year, month, first).minus({ days: 1 }); ; day = day.plus({ days: 1 })) {
    if (moment(day, '00:00') >= until) return;
    if (isClosed(day)) continue;
    const next = day.plus({ days: 1 });
    const ofDay = ranges?.filter(({ weekday }) => weekday === day.weekday) ?? [WHOLE_DAY];
    for (const { opens, closes } of ofDay) {
      const isNight = closes <= opens;
      // A closed day ends the night before.
      const end = isNight ? moment(next, isClosed(next) ? '00:00' : closes) : moment(day, closes);
      const span = { from: Math.max(moment(day, opens), known), until: Math.min(end, until) };
      known = Math.max(known, end);
      if (span.from < span.until) yield span;
    }
  }
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at a moment. */
const offsetsOf = (name: string): ((moment: number) => number) => {
  const zone = IANAZone.create(name);
  return (moment) => zone.offset(moment) * MINUTE_MS;
};

/**
 * When clocks show a time, which is given as if they were those of UTC. A time that is skipped moves forward by the gap, of a
 * repeated time it is the first one (RFC 5545, section 3.3.5). Faster than luxon's objects: a deadline takes hundreds.
 */
function momentOf(local: number, offset: (moment: number) => number): number {
  const [before, after] = [offset(local - DAY_MS), offset(local + DAY_MS)];
  const isOfAfter = offset(local - before) !== before && offset(local - after) === after;
  return local - (isOfAfter ? after : before);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const WHOLE_DAY = { opens: '00:00', closes: '00:00' };

/** What remains of spans, which are in their order, beside the pauses. */
function* without(spans: Iterable<Bounded>, pauses: readonly Span[]): Generator<Bounded> {
  const ordered = pauses.toSorted((a, b) => a.from - b.from);
  for (const span of spans) {
    let { from } = span;
    for (const pause of ordered) {
      if (pause.from >= span.until) break;
      if (pause.from > from) yield { from, until: pause.from };
      from = Math.max(from, pause.until ?? Infinity);
      if (from >= span.until) break;
    }
    if (from < span.until) yield { from, until: span.until };
  }
}
