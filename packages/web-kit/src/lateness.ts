import { LOCALE } from './locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * How late something is, or how long is left: `55 min`, `47 h` and, from two days on, `2.8 days`. Rounded down, at
 * least a minute.
 * @param withMinutes hours have them too: `2 h 50 min`
 */
export function lateness(ms: number, withMinutes = false): string {
  const of = (unit: number) => Math.floor(ms / unit);
  if (ms >= 2 * DAY_MS) return `${(of(DAY_MS / 10) / 10).toLocaleString(LOCALE)} days`;
  if (ms < HOUR_MS) return `${Math.max(1, of(MINUTE_MS))} min`;
  const minutes = of(MINUTE_MS) % 60;
  return withMinutes && minutes > 0 ? `${of(HOUR_MS)} h ${minutes} min` : `${of(HOUR_MS)} h`;
}
