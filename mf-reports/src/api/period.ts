import { type Period } from './report-types.ts';

const MAX_YEARS = 2;

const shifted = (day: string, years: number, days: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, date + days)).toISOString().slice(0, 10);
};

/** Whether it is a day of the calendar since 2000, like `2026-11-26`. */
const isDay = (text: string): boolean => /^2\d{3}-\d\d-\d\d$/.test(text) && shifted(text, 0, 0) === text;

/** The last day before it is 24 months after `from`; the day after February 28 is not in every year. */
const lastDay = (from: string): string => shifted(from, MAX_YEARS, from.endsWith('-02-29') ? -2 : -1);

/** Whether a report accepts the period: two days in order, at most 24 months. */
export const isPeriod = ({ from, to }: Period): boolean =>
  isDay(from) && isDay(to) && from <= to && to <= lastDay(from);

/** The periods with a name, which end today. The second is the default. */
export const presets = {
  days30: (today: string): Period => ({ from: shifted(today, 0, -29), to: today }),
  days90: (today: string): Period => ({ from: shifted(today, 0, -89), to: today }),
  months12: (today: string): Period => ({ from: shifted(today, -1, 1), to: today }),
} as const;

/**
 * The days of a month that a period has.
 * @param month like `2026-11`
 */
export function monthWithin({ from, to }: Period, month: string): Period {
  const first = `${month}-01`;
  const [year = 0, number = 1] = month.split('-').map(Number);
  // Day 0 of the month after it.
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: first < from ? from : first, to: last > to ? to : last };
}
