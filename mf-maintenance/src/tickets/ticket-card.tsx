import { Badge, Surface } from '@mainstay/ui/base';
import { CalendarOutlined, EnvironmentOutlined } from '@mainstay/ui/core';
import styles from '../card.module.css';
import { formatDay } from '../dates.ts';
import { strings } from '../strings.ts';
import { PriorityBadge } from './priority-badge.tsx';
import { type Ticket } from './tickets.queries.ts';

/** The id of the button that opens a ticket: where the focus returns. */
export const ticketButtonId = (ticketId: string) => `open-ticket-${ticketId}`;

export function TicketCard({ ticket, onOpen }: { ticket: Ticket; onOpen: () => void }) {
  return (
    <Surface as="li" interactive className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button
            type="button"
            id={ticketButtonId(ticket.id)}
            className={styles.open}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            {ticket.title}
          </button>
        </h3>
        <PriorityBadge priority={ticket.priority} />
      </div>
      <p className={styles.description}>{ticket.description}</p>
      <div className={styles.badges}>
        <Badge variant="secondary">{strings.tickets.type[ticket.ticketType]}</Badge>
        <Badge variant="secondary">
          <EnvironmentOutlined /> {ticket.location.name}
        </Badge>
        <time className={styles.date} dateTime={ticket.createdAt}>
          <CalendarOutlined /> {formatDay(ticket.createdAt)}
        </time>
      </div>
    </Surface>
  );
}
