import {
  Badge,
  Button,
  CheckCircleFilled,
  ClockCircleFilled,
  EmptyState,
  Placeholder,
  Surface,
  ToolOutlined,
} from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { ticketLink } from '@mainstay/remote-contract';
import { formatShort } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { recentTicketsQuery, type Ticket } from './dashboard.queries.ts';
import { strings } from '../strings.ts';
import styles from './dashboard.module.css';

/** Specification, section 9. */
const LOADING_ROWS = 3;

const icons = { incoming: ClockCircleFilled, in_progress: ToolOutlined, solved: CheckCircleFilled };

function Row({ ticket }: { ticket: Ticket }) {
  const Icon = icons[ticket.status];
  return (
    <Link className={styles['row']} to={ticketLink(ticket.id)}>
      <Icon
        className={styles['status']}
        data-solved={ticket.status === 'solved' || undefined}
        role="img"
        aria-label={strings.dashboard.status[ticket.status]}
      />
      <span className={styles['what']}>
        <span className={styles['title']}>{ticket.title}</span>
        <span className={styles['where']}>
          <span>{ticket.location.name}</span>
          <time dateTime={ticket.createdAt}>{formatShort(ticket.createdAt, ticket.location.timezone)}</time>
        </span>
      </span>
      <Badge variant={ticket.priority === 'high' ? 'destructive' : 'secondary'}>
        {strings.dashboard.priority[ticket.priority]}
      </Badge>
    </Link>
  );
}

function LoadingRow() {
  return (
    <div className={styles['row']} aria-hidden="true" data-testid="ticket-placeholder">
      <Placeholder width="18px" height="18px" />
      <span className={styles['what']}>
        <Placeholder width="55%" height="22px" />
        <Placeholder width="40%" height="20px" />
      </span>
      <Placeholder width="64px" height="24px" />
    </div>
  );
}

export function RecentTickets() {
  const { data: tickets, isPending, isLoadingError, error, refetch } = useQuery(recentTicketsQuery);

  let content: ReactNode;
  if (isPending) {
    content = Array.from({ length: LOADING_ROWS }, (_, at) => <LoadingRow key={at} />);
  } else if (isLoadingError) {
    content = (
      <EmptyState
        title={strings.dashboard.ticketsFailed}
        hint={error.message}
        action={<Button onClick={() => void refetch()}>{strings.retry}</Button>}
      />
    );
  } else if (tickets.length === 0) {
    content = <EmptyState icon={<ToolOutlined />} title={strings.dashboard.noTickets} />;
  } else {
    content = (
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Row ticket={ticket} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Surface as="section" className={styles['card']} aria-labelledby="recent-tickets" aria-busy={isPending}>
      <h2 id="recent-tickets">{strings.dashboard.recentTickets}</h2>
      <div className={styles['tickets']}>{content}</div>
    </Surface>
  );
}
