import { Badge, type BadgeVariant } from '@mainstay/ui/base';
import { Moment, useNow } from '@mainstay/web-kit';
import { TicketLink } from './ticket-link.tsx';
import styles from './ticket-list.module.css';
import { TicketPages } from './ticket-pages.tsx';
import { type Ticket, ticketsQuery } from './tickets.queries.ts';
import { historyStrings } from './history-strings.ts';

const variants: Record<Ticket['status'], BadgeVariant> = {
  incoming: 'outline',
  in_progress: 'default',
  solved: 'secondary',
};

const none = { title: historyStrings.tickets.none, hint: historyStrings.tickets.noneHint };

/** The tickets about a piece of equipment, newest first. */
export function TicketList({ equipmentId }: { equipmentId: string }) {
  const now = useNow();
  return (
    <TicketPages query={ticketsQuery({ equipmentId })()} none={none}>
      {(tickets) => (
        <ul>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} now={now} />
          ))}
        </ul>
      )}
    </TicketPages>
  );
}

function TicketRow({
  ticket: { id, number, title, status, createdAt, via },
  now,
}: {
  ticket: Ticket;
  now: Date;
}) {
  return (
    <li className={styles.ticket}>
      <TicketLink id={id} number={number} title={title} />
      <Badge variant={variants[status]}>{historyStrings.tickets.status[status]}</Badge>
      <p className={styles.when}>
        <Moment at={createdAt} now={now} />
        {via === 'qr' ? <span className={styles.qr}>{historyStrings.tickets.byQr}</span> : null}
      </p>
    </li>
  );
}
