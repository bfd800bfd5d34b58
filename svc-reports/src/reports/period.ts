import { badRequest } from '@mainstay/service-kit';
import type { Period } from './question.ts';

const MOST_MONTHS = 24;
const USUAL_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The last day of a period that begins on a day. The month's last day stands for one that the month lacks. */
function lastDayFrom(day: string): string {
  const end = new Date(day);
  const { 0: year, 1: month } = [end.getUTCFullYear(), end.getUTCMonth() + MOST_MONTHS];
  const inMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return daysAfter(new Date(Date.UTC(year, month, Math.min(end.getUTCDate(), inMonth))).toISOString(), -1);
}

/**
 * The period that is asked for: by default 90 days, up to today.
 * @throws Problem 400 on `to`, when it is before `from` or 24 months after it
 */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): Period {
  const { to = asked.from !== undefined && asked.from > today ? asked.from : today } = asked;
  const { from = daysAfter(to, 1 - USUAL_DAYS) } = asked;
  if (to < from) throw badRequest({ to: ['Must not be before the first day.'] });
  if (to > lastDayFrom(from)) throw badRequest({ to: [`At most ${MOST_MONTHS} months.`] });
  return { from, to };
}
