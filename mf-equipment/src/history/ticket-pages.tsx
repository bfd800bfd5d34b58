import { EmptyState, Placeholder } from '@mainstay/ui/base';
import { FileOutlined } from '@mainstay/ui/core';
import { ListEnd, LoadFailed, type PagedQuery } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './ticket-pages.module.css';
import { type Ticket } from './tickets.queries.ts';

const loadingRows = [1, 2, 3];

/** Tickets page by page, or why there are none. @param children shows those that are loaded */
export function TicketPages({
  query,
  none,
  children,
}: {
  query: PagedQuery<Ticket>;
  none: { title: string; hint: string };
  children: (tickets: Ticket[]) => ReactNode;
}) {
  const tickets = useInfiniteQuery(query);
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
  if (items.length === 0) return <EmptyState icon={<FileOutlined />} {...none} />;
  return (
    <>
      {children(items)}
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
