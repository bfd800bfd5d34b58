import { type OpeningHours } from './opening-hours.queries.ts';

/** The server looks no further for a deadline. */
const DAYS = 400;

/**
 * Whether no minute of the next 400 days is open.
 * @param today `YYYY-MM-DD` where the location is
 */
export function isNeverOpen({ hours, closures }: OpeningHours, today: string): boolean {
  return Array.from({ length: DAYS }, (_, day) => {
    const date = new Date(`${today}T00:00Z`);
    date.setUTCDate(date.getUTCDate() + day);
    return date;
  }).every((date) => {
    const day = date.toISOString().slice(0, 10);
    const weekday = date.getUTCDay() || 7;
    return (
      closures.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay) ||
      (hours.length > 0 && !hours.some((range) => range.weekday === weekday))
    );
  });
}
