import { IANAZone } from 'luxon';
import type { ClosedDays, OpenRange } from '../locations/stored-hours.ts';

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
 * Adds minutes of working time to `start`: opening hours only, or any hour without a calendar, and no pauses.
 * @returns milliseconds since 1970, as `start`; null if later than 400 days after it
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
function* openSpans(calendar: Calendar, from: number, until: number): Generator<Bounded> {
  const zone = zoneOf(calendar.zone);
  const today = dayOf(from + zone.offsetAt(from));
  let known = from;
  // A night may have begun on the day before.
  for (let day = today - DAY_MS; momentOf(day, zone) < until; day += DAY_MS)
    for (const open of spansOf(calendar, day)) {
      const span = { from: Math.max(open.from, known), until: Math.min(open.until, until) };
      known = Math.max(known, open.until);
      if (span.from < span.until) yield span;
    }
}

/** Tickets of a store ask for the same days again and again. */
const spansOfDays = new WeakMap<Calendar, Map<number, readonly Bounded[]>>();

/** The opening times that begin on a day, given by its midnight as if the store's clocks were those of UTC. */
function spansOf(calendar: Calendar, day: number): readonly Bounded[] {
  const ofDays = spansOfDays.get(calendar) ?? new Map<number, readonly Bounded[]>();
  spansOfDays.set(calendar, ofDays);
  const found = ofDays.get(day) ?? computeSpans(calendar, day);
  ofDays.set(day, found);
  return found;
}

function computeSpans({ zone: name, hours, closures }: Calendar, day: number): Bounded[] {
  const isClosed = (at: number): boolean => {
    const date = new Date(at).toISOString().slice(0, 10);
    return closures.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
  };
  if (isClosed(day)) return [];
  const zone = zoneOf(name);
  const moment = (at: number, time: string): number => momentOf(at + minutesOf(time) * MINUTE_MS, zone);
  const next = day + DAY_MS;
  // 1 January 1970 was a Thursday.
  const weekdayOfDay = ((day / DAY_MS + 3) % 7) + 1;
  const ofDay = hours.length > 0 ? hours.filter(({ weekday }) => weekday === weekdayOfDay) : [WHOLE_DAY];
  return ofDay
    .toSorted((a, b) => (a.opens < b.opens ? -1 : 1))
    .map(({ opens, closes }) => {
      const isNight = closes <= opens;
      // A closed day ends the night before.
      const until = isNight ? moment(next, isClosed(next) ? '00:00' : closes) : moment(day, closes);
      return { from: moment(day, opens), until };
    });
}

interface Zone {
  /** Milliseconds by which its clocks are ahead of UTC at a moment. */
  offsetAt: (moment: number) => number;
  /** Those of whole days, kept: to compute one takes as long as all else of a day. */
  kept: Map<number, number>;
}
const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const luxon = IANAZone.create(name);
  const zone = zones.get(name) ?? {
    offsetAt: (moment) => luxon.offset(moment) * MINUTE_MS,
    kept: new Map<number, number>(),
  };
  zones.set(name, zone);
  return zone;
}

function offsetOfDay(day: number, { kept, offsetAt }: Zone): number {
  const offset = kept.get(day) ?? offsetAt(day);
  kept.set(day, offset);
  return offset;
}

/**
 * When clocks show a time, which is given as if they were those of UTC. A time that is skipped moves forward by the
 * gap, of a repeated time it is the first one (RFC 5545, section 3.3.5). Faster than luxon's objects: a deadline takes
 * hundreds.
 */
function momentOf(local: number, zone: Zone): number {
  const day = dayOf(local);
  const [before, after] = [offsetOfDay(day - DAY_MS, zone), offsetOfDay(day + 2 * DAY_MS, zone)];
  if (before === after) return local - before;
  const { offsetAt } = zone;
  const isOfAfter = offsetAt(local - before) !== before && offsetAt(local - after) === after;
  return local - (isOfAfter ? after : before);
}

/** Midnight before, in UTC, where each day has one. */
const dayOf = (moment: number): number => Math.floor(moment / DAY_MS) * DAY_MS;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const WHOLE_DAY = { opens: '00:00', closes: '00:00' };

const endOf = (pause: Span | undefined): number => pause?.until ?? Infinity;

/** What remains of spans, which are in their order, beside the pauses. */
function* without(spans: Iterable<Bounded>, pauses: readonly Span[]): Generator<Bounded> {
  const ordered = pauses.toSorted((a, b) => a.from - b.from);
  // Those before are over.
  let first = 0;
  for (const span of spans) {
    let { from } = span;
    while (endOf(ordered[first]) <= from) first += 1;
    for (let at = first, pause = ordered[at]; pause && pause.from < span.until; pause = ordered[(at += 1)]) {
      if (pause.from > from) yield { from, until: pause.from };
      from = Math.max(from, endOf(pause));
      if (from >= span.until) break;
    }
    if (from < span.until) yield { from, until: span.until };
  }
}
