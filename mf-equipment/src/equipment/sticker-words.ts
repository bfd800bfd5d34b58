import { formatDay, LOCALE } from '@mainstay/web-kit';
import { type Equipment } from '../api/core.ts';
import { strings } from '../strings.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 31;

const daysAgo = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const minute = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });

const startOfDay = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);

/** A day in the browser's time zone as people say it: today, yesterday, 3 days ago, on Mar 5, 2024. */
function dayWords(iso: string, now: Date): string {
  const date = new Date(iso);
  // Days with a change of the clocks have 23 or 25 hours.
  const days = Math.max(0, Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS));
  return days >= MAX_DAYS ? `on ${formatDay(iso)}` : daysAgo.format(-days, 'day');
}

/**
 * How the sticker of a piece of equipment is.
 * @param code null without one
 * @param isBrief not when it was made
 */
export function stickerWords(code: Equipment['code'], now: Date, isBrief = false): string {
  const words = strings.sticker;
  if (code === null) return words.none;
  const { active, suspendedUntil, createdAt, rotatedAt, lastUsedAt } = code;
  if (!active) return words.off;
  if (suspendedUntil !== null && Date.parse(suspendedUntil) > now.getTime()) {
    // Newer ICU data puts a narrow no-break space before AM and PM.
    return words.resting(minute.format(new Date(suspendedUntil)).replace(/\u202f/g, ' '));
  }
  const used = lastUsedAt === null ? words.unused : words.used(dayWords(lastUsedAt, now));
  if (isBrief) return `${used.charAt(0).toUpperCase()}${used.slice(1)}`;
  return words.made(dayWords(rotatedAt ?? createdAt, now), used);
}
