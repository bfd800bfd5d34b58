import { type BadgeVariant } from '@mainstay/ui/base';
import { formatShort, lateness } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

type Due = Pick<Ticket, 'status' | 'dueAt' | 'resolveDueAt' | 'dueState' | 'pause' | 'location'>;

/**
 * What a card says of the due date of a ticket; undefined if there is nothing to say. What the server called late is,
 * and becomes so while it is shown.
 * @param now by the server's clock
 */
export function dueBadgeOf(ticket: Due, now: Date): { variant: BadgeVariant; text: string } | undefined {
  const { status, dueState, pause, location } = ticket;
  if (status === 'solved') return undefined;
  if (pause) return { variant: 'outline', text: strings.due.paused(strings.due.reason[pause.reason]) };
  const due = ticket.dueAt ?? ticket.resolveDueAt;
  if (!due) return undefined;
  const late = now.getTime() - Date.parse(due);
  if (late >= 0 || dueState === 'overdue')
    return { variant: 'destructive', text: strings.due.overdue(lateness(late)) };
  if (dueState === 'at_risk') return { variant: 'warning', text: strings.due.atRisk };
  return { variant: 'secondary', text: strings.due.due(formatShort(due, location.timezone)) };
}
