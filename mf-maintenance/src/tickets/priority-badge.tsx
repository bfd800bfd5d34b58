import { Badge, type BadgeVariant } from '@mainstay/ui/base';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const variants: Record<Ticket['priority'], BadgeVariant> = {
  high: 'destructive',
  medium: 'default',
  low: 'secondary',
};

export function PriorityBadge({ priority }: { priority: Ticket['priority'] }) {
  return <Badge variant={variants[priority]}>{strings.tickets.priority[priority]}</Badge>;
}
