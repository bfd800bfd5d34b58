import { Badge } from '@mainstay/ui/base';
import { useNow } from '@mainstay/web-kit';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { dueBadgeOf } from '../clock/due-words.ts';

/**
 * Whether a ticket is late or when it is due; it changes as time passes.
 * @param isPlain a date that is not near is a plain text, as on a card
 */
export function DueBadge({ ticket, isPlain = false }: { ticket: Ticket; isPlain?: boolean }) {
  const now = useNow();
  const badge = dueBadgeOf(ticket, now);
  if (!badge) return null;
  const { variant, text } = badge;
  if (isPlain && variant === 'secondary') return <span>{text}</span>;
  return (
    <Badge variant={variant} solid={variant === 'destructive'}>
      {text}
    </Badge>
  );
}
