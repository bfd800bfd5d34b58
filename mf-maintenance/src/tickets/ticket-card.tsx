import { Badge, Surface } from '@mainstay/ui/base';
import { EnvironmentOutlined } from '@mainstay/ui/core';
import { formatDay } from '@mainstay/web-kit';
import { memo } from 'react';
import styles from '../cards/card.module.css';
import { DueBadge } from './due-badge.tsx';
import { strings } from '../strings.ts';
import { type Assign, CardAssignee } from './card-assignee.tsx';
import { CardFacts } from './card-facts.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import { type Ticket } from './tickets.queries.ts';

/**
 * @param describedBy the id of an element that says what else can be done with the card
 * @param hasStatus whether it says the status, in a list of several
 */
export const TicketCard = memo(function TicketCard({
  ticket,
  describedBy,
  hasStatus = false,
  onOpen,
  onAssign,
}: {
  ticket: Ticket;
  describedBy?: string;
  hasStatus?: boolean;
  onOpen: (ticket: Ticket) => void;
  onAssign: Assign;
}) {
  return (
    // The button's click arrives here too. Firefox up to 140 drags nothing from a button's own area, so that the
    // button does not cover the card, and its words fill it.
    <Surface interactive className={styles.card} onClick={() => onOpen(ticket)}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" className={styles.open} aria-haspopup="dialog" aria-describedby={describedBy}>
            <span className={styles.words}>{ticket.title}</span>
          </button>
        </h3>
        <PriorityBadge priority={ticket.priority} />
      </div>
      <p className={styles.description}>{ticket.description}</p>
      <div className={styles.meta}>
        {hasStatus ? <Badge variant="secondary">{strings.tickets.status[ticket.status]}</Badge> : null}
        <DueBadge ticket={ticket} isPlain />
        {ticket.approval === 'needed' ? (
          <Badge variant="destructive" solid>
            {strings.costs.needsApproval}
          </Badge>
        ) : null}
        {ticket.repeatOf ? <Badge variant="warning">{strings.costs.repeat}</Badge> : null}
        <span>{strings.tickets.type[ticket.ticketType]}</span>
        <span>
          <EnvironmentOutlined /> {ticket.location.name}
        </span>
        <span className={styles.end}>
          <CardFacts ticket={ticket} />
          <CardAssignee ticket={ticket} onAssign={onAssign} />
          <time dateTime={ticket.createdAt}>{formatDay(ticket.createdAt)}</time>
        </span>
      </div>
    </Surface>
  );
});
