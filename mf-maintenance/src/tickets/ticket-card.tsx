import { ticketLink } from '@mainstay/remote-contract';
import { Badge, Surface } from '@mainstay/ui/base';
import { EnvironmentOutlined } from '@mainstay/ui/core';
import { formatDay, isPlainClick, opensHere } from '@mainstay/web-kit';
import { memo, type ReactNode } from 'react';
import styles from '../cards/card.module.css';
import { DueBadge } from './due-badge.tsx';
import { strings } from '../strings.ts';
import { type Assign, CardAssignee } from './card-assignee.tsx';
import { CardFacts } from './card-facts.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

/** The checkbox on the card of a ticket, while tickets are selected. */
export type BoxOf = (ticket: Ticket) => ReactNode;

/** What the dialog of a ticket requests, for the page to request it ahead (shell/src/app/presses.js). */
const dialogAddresses = (id: string) =>
  `/api/tickets/${id} /timeline?limit=1000 /costs /attachments?limit=50`;

const CreatedDay = ({ at }: { at: string }) => (
  <time className={styles.end} dateTime={at}>
    {formatDay(at)}
  </time>
);

const ApprovalBadge = ({ ticket }: { ticket: Ticket }) =>
  ticket.approval === 'needed' ? (
    <Badge variant="destructive" solid>
      {strings.costs.needsApproval}
    </Badge>
  ) : null;

/**
 * @param describedBy the id of an element that says what else can be done with the card
 * @param hasStatus whether it says the status, in a list of several
 */
export const TicketCard = memo(function TicketCard({
  ticket,
  describedBy,
  hasStatus = false,
  box,
  onOpen,
  onAssign,
}: {
  ticket: Ticket;
  describedBy?: string | undefined;
  hasStatus?: boolean;
  box?: BoxOf | undefined;
  onOpen: (ticket: Ticket) => void;
  onAssign: Assign;
}) {
  return (
    <Surface
      interactive
      className={styles.card}
      data-ahead={dialogAddresses(ticket.id)}
      data-number={ticket.number}
      // What lies above the link.
      onClick={(event) => !event.defaultPrevented && isPlainClick(event) && onOpen(ticket)}
    >
      <div className={styles.head}>
        {box?.(ticket)}
        <h3 className={styles.title}>
          <a
            {...opensHere(ticketLink(ticket.id), () => onOpen(ticket))}
            className={styles.open}
            // The card is dragged, not its address.
            draggable="false"
            aria-haspopup="dialog"
            aria-describedby={describedBy}
          >
            {ticket.title}
          </a>
        </h3>
        <PriorityBadge priority={ticket.priority} />
      </div>
      <p className={styles.description}>{ticket.description}</p>
      <div className={styles.meta}>
        {hasStatus ? <Badge variant="secondary">{strings.tickets.status[ticket.status]}</Badge> : null}
        <DueBadge ticket={ticket} isPlain />
        <ApprovalBadge ticket={ticket} />
        {ticket.repeatOf ? <Badge variant="warning">{strings.costs.repeat}</Badge> : null}
        <VendorBadge ticket={ticket} />
        <span>{strings.tickets.type[ticket.ticketType]}</span>
        <span>
          <EnvironmentOutlined /> {ticket.location.name}
        </span>
        <CreatedDay at={ticket.createdAt} />
      </div>
      <div className={styles.people}>
        <CardFacts ticket={ticket} />
        <CardAssignee ticket={ticket} onAssign={onAssign} />
      </div>
    </Surface>
  );
});

/** How far the vendor is to whom the ticket was sent; nothing once the work is over. */
function VendorBadge({ ticket: { vendorJob, location } }: { ticket: Ticket }) {
  if (!vendorJob || vendorJob.state === 'confirmed' || vendorJob.state === 'withdrawn') return null;
  const { state, visitAt } = vendorJob;
  const isWaiting = state === 'declined' || state === 'done';
  return (
    <Badge variant={isWaiting ? 'warning' : 'secondary'}>
      {visitAt !== null && !isWaiting
        ? strings.vendorJob.visit(formatDay(visitAt, location.timezone))
        : strings.vendorJob[state]}
    </Badge>
  );
}
