import { formatDay } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { type InboxItem } from './inbox.queries.ts';

/** The items about one ticket, QR code or checklist. */
export interface Row {
  latest: InboxItem;
  changes: number;
  /** The ids of those that are not read. */
  unread: string[];
}

/** The rows whose latest change was on one day, of the user's clock. */
export interface Day {
  title: string;
  rows: Row[];
}

const DAY_MS = 86_400_000;

/**
 * One row for each ticket, under the day of its latest change.
 * @param items newest first
 */
export function daysOf(items: readonly InboxItem[], now: Date): Day[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const about = item.ticket?.id ?? item.code?.id ?? item.run?.id ?? item.id;
    const row = rows.get(about) ?? { latest: item, changes: 0, unread: [] };
    row.changes += 1;
    if (item.readAt === null) row.unread.push(item.id);
    rows.set(about, row);
  }
  const today = formatDay(now.toISOString());
  const yesterday = formatDay(new Date(now.getTime() - DAY_MS).toISOString());
  const days: Day[] = [];
  for (const row of rows.values()) {
    const day = formatDay(row.latest.createdAt);
    const title = day === today ? strings.today : day === yesterday ? strings.yesterday : day;
    if (days.at(-1)?.title !== title) days.push({ title, rows: [] });
    days.at(-1)?.rows.push(row);
  }
  return days;
}
