import { Placeholder } from '@mainstay/ui/base';
import { FileOutlined } from '@mainstay/ui/core';
import { type PagedQuery, usePagedList } from '@mainstay/web-kit';
import { ListContents } from '@mainstay/web-kit/lists';
import { type ReactNode } from 'react';
import styles from './ticket-pages.module.css';
import { type Ticket } from './tickets.queries.ts';
import { historyStrings } from './history-strings.ts';

const loading = (
  <div className={styles.loading}>
    {[1, 2, 3].map((row) => (
      <Placeholder key={row} height="20px" />
    ))}
  </div>
);

/**
 * Tickets page by page, or why there are none.
 * @param children shows those that are loaded
 */
export function TicketPages({
  query,
  none,
  children,
}: {
  query: PagedQuery<Ticket>;
  none: { title: string; hint: string };
  children: (tickets: readonly Ticket[]) => ReactNode;
}) {
  const list = usePagedList(query);
  return (
    <ListContents
      list={list}
      problem={historyStrings.tickets.loadFailed}
      loading={loading}
      empty={{ icon: <FileOutlined />, ...none }}
    >
      {children(list.items)}
    </ListContents>
  );
}
