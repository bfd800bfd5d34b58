import { ticketLink } from '@mainstay/remote-contract';
import { Badge, type BadgeVariant, EmptyState, Placeholder } from '@mainstay/ui/base';
import { FileOutlined } from '@mainstay/ui/core';
import { Link } from '@mainstay/ui/router';
import { ListEnd, LoadFailed, Moment, useNow } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import styles from './ticket-list.module.css';
import { type Ticket, ticketsQuery } from './tickets.queries.ts';

const loadingRows = [1, 2, 3];

const variants: Record<Ticket['status'], BadgeVariant> = {
  incoming: 'outline',
  in_progress: 'default',
  solved: 'secondary',
};

/** The tickets about a piece of equipment, newest first, or why there are none. */
export function TicketList({ equipmentId }: { equipmentId: string }) {
  const now = useNow();
  const tickets = useInfiniteQuery(ticketsQuery(equipmentId));
  if (tickets.isPending) {
    return (
      <div className={styles.loading} aria-busy="true">
        {loadingRows.map((row) => (
          <Placeholder key={row} height="20px" />
        ))}
      </div>
    );
  }
  if (tickets.isLoadingError) {
    return <LoadFailed title={strings.tickets.loadFailed} onRetry={() => void tickets.refetch()} />;
  }
  const items = tickets.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <EmptyState icon={<FileOutlined />} title={strings.tickets.none} hint={strings.tickets.noneHint} />
    );
  }
  return (
    <>
      <ul className={styles.tickets}>
        {items.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} now={now} />
        ))}
      </ul>
      <ListEnd
        hasMore={tickets.hasNextPage}
        isMoreFailed={tickets.isFetchNextPageError}
        loadMore={() => {
          if (!tickets.isFetching) void tickets.fetchNextPage();
        }}
        problem={strings.tickets.loadFailed}
      />
    </>
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
      <Link className={styles.link} to={ticketLink(id)}>
        <span className={styles.number}>{strings.tickets.number(number)}</span> {title}
      </Link>
      <Badge variant={variants[status]}>{strings.tickets.status[status]}</Badge>
      <p className={styles.when}>
        <Moment at={createdAt} now={now} />
        {via === 'qr' ? <span className={styles.qr}>{strings.tickets.byQr}</span> : null}
      </p>
    </li>
  );
}
