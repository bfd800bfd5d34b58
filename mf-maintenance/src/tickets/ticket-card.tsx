import { Badge, Surface } from '@mainstay/ui/base';
import { CalendarOutlined, EnvironmentOutlined } from '@mainstay/ui/core';
import { memo } from 'react';
import styles from '../cards/card.module.css';
import { formatDay } from '../dates.ts';
import { strings } from '../strings.ts';
import { PriorityBadge } from './priority-badge.tsx';
import { type Ticket } from './tickets.queries.ts';

export const TicketCard = memo(function TicketCard({
  ticket,
  onOpen,
}: {
  ticket: Ticket;
  onOpen: (ticket: Ticket) => void;
}) {
  return (
    <Surface interactive className={styles.card}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" className={styles.open} aria-haspopup="dialog" onClick={() => onOpen(ticket)}>
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
});
