import { Badge } from '@mainstay/ui/base';
import { useNow } from '@mainstay/web-kit';
import { type Ticket } from './tickets.queries.ts';
import { dueBadgeOf } from './clock/due-words.ts';

/** Whether a ticket is late or when it is due; it changes as time passes. */
export function DueBadge({ ticket }: { ticket: Ticket }) {
  const now = useNow();
  const badge = dueBadgeOf(ticket, now);
  return badge ? (
    <Badge variant={badge.variant} solid={badge.variant === 'destructive'}>
      {badge.text}
    </Badge>
  ) : null;
}
