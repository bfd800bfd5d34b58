import { DateTime } from 'luxon';

/** What decides when a person gets mail. Times of day are `HH:MM` in the person's time zone. */
export interface Rhythm {
  /** No mail is sent from `from` to `to`, which may be on the next day; null without quiet hours. */
  quietHours: { from: string; to: string } | null;
  digestTime: string;
  /** An IANA name. */
  timeZone: string;
  /** No mail is sent before; null when mail is not paused. */
  pausedUntil: Date | null;
}

/** A person gets at most one mail about a ticket in this time. */
export const TICKET_PAUSE_MS = 15 * 60_000;

/**
 * After this many mails about tickets, the rest of a person's day goes into the digest. What people without an account
 * report and reply, costs that need an approval, and due dates count for themselves: whoever causes many of one cannot
 * use up the mails about the others.
 */
export const MAILS_PER_DAY = { reports: 30, approvals: 30, deadlines: 30, others: 60 };
export type Budget = keyof typeof MAILS_PER_DAY;

const JUST_NOW_MS = 5 * 60_000;

export const ATTEMPTS = 8;

/** How long after the first, second, … failed attempt the next one follows. */
const WAITS_IN_MINUTES = [1, 5, 15, 60, 120, 240, 480];

/** The time until the next attempt, after so many; null after the last one. */
export function waitAfter(attempts: number): number | null {
  const minutes = attempts < ATTEMPTS ? WAITS_IN_MINUTES[attempts - 1] : undefined;
  return minutes === undefined ? null : minutes * 60_000;
}

/** The first moment, not before the given one, at which mail is neither paused nor held back by quiet hours. */
export function allowedFrom(moment: Date, { quietHours, timeZone, pausedUntil }: Rhythm): Date {
  const at = pausedUntil !== null && pausedUntil > moment ? pausedUntil : moment;
  if (quietHours === null) return at;
  const { from, to } = quietHours;
  const time = DateTime.fromJSDate(at, { zone: timeZone }).toFormat('HH:mm');
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to;
  return isQuiet ? nextAt(to, at, timeZone) : at;
}

/** When a mail about a ticket may be sent at the earliest, given when the last one about it was or will be sent. */
export function sendAtAfter(last: Date | null, now: Date, rhythm: Rhythm): Date {
  const next = last === null ? now : new Date(Math.max(now.getTime(), last.getTime() + TICKET_PAUSE_MS));
  return allowedFrom(next, rhythm);
}

/** Mails of a change of many tickets wait, because it may be undone. */
const BULK_WAIT_MS = 60_000;

/** When the mail of a change of many tickets may be sent at the earliest. */
export const sendBulkAt = (now: Date, rhythm: Rhythm): Date =>
  allowedFrom(new Date(now.getTime() + BULK_WAIT_MS), rhythm);

/** When the first digest after a moment, and after a pause, is sent. */
export function nextDigest(moment: Date, rhythm: Rhythm): Date {
  const { digestTime, timeZone, pausedUntil } = rhythm;
  const after = pausedUntil !== null && pausedUntil > moment ? pausedUntil : moment;
  return allowedFrom(nextAt(digestTime, after, timeZone), rhythm);
}

/** When a waiting digest is sent once the rhythm was changed. A digest time of the last minutes was meant as now. */
export const movedDigest = (now: Date, rhythm: Rhythm): Date =>
  nextDigest(new Date(now.getTime() - JUST_NOW_MS), rhythm);

/** When the person's day began. */
export const startOfDay = (moment: Date, { timeZone }: Rhythm): Date =>
  DateTime.fromJSDate(moment, { zone: timeZone }).startOf('day').toJSDate();

/**
 * The first moment after the given one at which it is this time of day. A skipped time moves forward by the length of
 * the gap (02:30 becomes 03:30); of a repeated time both count.
 */
function nextAt(time: string, after: Date, zone: string): Date {
  const [hour, minute] = time.split(':').map(Number);
  const today = DateTime.fromJSDate(after, { zone });
  const candidates = [0, 1, 2].flatMap((days): DateTime[] => {
    const { year, month, day } = DateTime.utc(today.year, today.month, today.day).plus({ days });
    return DateTime.fromObject({ year, month, day, hour, minute }, { zone }).getPossibleOffsets();
  });
  const next = candidates.find((candidate) => candidate.toMillis() > after.getTime());
  if (!next) throw new Error(`no ${time} in ${zone}`);
  return next.toJSDate();
}
