import type { ClosedDays, OpenRange } from '../locations/stored-hours.ts';

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** The positions of the hours, and of the closures, that overlap with one before them. */
export function overlapsOf(
  hours: readonly OpenRange[],
  closures: readonly ClosedDays[],
): { hours: number[]; closures: number[] } {
  return {
    hours: later(hours.map(minutesOf), (a, b) =>
      // A night from Sunday to Monday is also one before Monday.
      [-WEEK, 0, WEEK].some((shift) => a.from < b.until + shift && b.from + shift < a.until),
    ),
    closures: later(closures, (a, b) => a.firstDay <= b.lastDay && b.firstDay <= a.lastDay),
  };
}

/** The positions of those that clash with one before. */
const later = <Item>(items: readonly Item[], clash: (a: Item, b: Item) => boolean): number[] =>
  items.flatMap((item, index) =>
    items.slice(0, index).some((before) => clash(item, before)) ? [index] : [],
  );

/** In minutes since the beginning of Monday. */
function minutesOf({ weekday, opens, closes }: OpenRange): { from: number; until: number } {
  const start = (weekday - 1) * DAY;
  const from = start + minuteOf(opens);
  return { from, until: start + minuteOf(closes) + (closes <= opens ? DAY : 0) };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
