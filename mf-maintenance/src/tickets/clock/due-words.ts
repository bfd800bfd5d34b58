import { type BadgeVariant } from '@mainstay/ui/base';
import { formatShort } from '@mainstay/web-kit';
import { strings } from '../../strings.ts';
import { type Ticket } from '../tickets.queries.ts';

type Due = Pick<Ticket, 'status' | 'dueAt' | 'resolveDueAt' | 'dueState' | 'pause' | 'location'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a card says of the due date of a ticket; undefined if there is nothing to say. */
export function dueBadgeOf(ticket: Due, now: Date): { variant: BadgeVariant; text: string } | undefined {
  const { status, dueState, pause, location } = ticket;
  if (status === 'solved') return undefined;
  if (pause) return { variant: 'outline', text: strings.due.paused(strings.due.reason[pause.reason]) };
  const due = ticket.dueAt ?? ticket.resolveDueAt;
  if (!due) return undefined;
  const late = now.getTime() - Date.parse(due);
  if (late >= 0) return { variant: 'destructive', text: strings.due.overdue(durationOf(late)) };
  if (dueState === 'at_risk') return { variant: 'warning', text: strings.due.atRisk };
  return { variant: 'secondary', text: strings.due.due(formatShort(due, location.timezone)) };
}

/** Like `5 min`, `3 h` or `2 d`, in its largest unit; hours up to two days. */
function durationOf(ms: number): string {
  if (ms >= 2 * DAY_MS) return strings.due.days(Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return strings.due.hours(Math.floor(ms / HOUR_MS));
  return strings.due.minutes(Math.max(1, Math.floor(ms / MINUTE_MS)));
}
