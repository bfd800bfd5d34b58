import { EmptyState, SkeletonCard } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import { LoadFailed, type SearchedList } from '@mainstay/web-kit';
import { SearchResult } from '../cards/search-result.tsx';
import { VirtualList } from '../cards/virtual-list.tsx';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { type Ticket } from '../tickets/tickets.queries.ts';
import styles from './ticket-grid.module.css';

const MIN_CARD_WIDTH = 300;

/**
 * A grid of tickets. @param filterKey a list with another filter starts at the top
 * @param hasStatus whether the cards say the status
 */
export function TicketGrid({
  list,
  label,
  search,
  filterKey,
  empty,
  loadFailed,
  hasStatus = false,
  openId,
  onOpen,
}: {
  list: SearchedList<Ticket>;
  label: string;
  search: string;
  filterKey: string;
  empty: { title: string; hint: string };
  loadFailed: string;
  hasStatus?: boolean;
  openId: string | undefined;
  onOpen: (ticket: Ticket) => void;
}) {
  if (list.isFailed) return <LoadFailed title={loadFailed} onRetry={list.retry} />;
  if (list.isPending) {
    return (
      <div className={styles.loading} aria-busy="true">
        <SkeletonCard badges={2} />
        <SkeletonCard badges={2} />
        <SkeletonCard badges={2} />
      </div>
    );
  }
  return (
    <div aria-busy={list.isSearching}>
      <SearchResult search={search} list={list} />
      {list.items.length === 0 ? (
        <EmptyState icon={<CheckCircleOutlined />} {...empty} />
      ) : (
        <VirtualList
          key={filterKey}
          className={styles.cards ?? ''}
          label={label}
          list={list}
          minCardWidth={MIN_CARD_WIDTH}
          keptIds={[openId]}
        >
          {(ticket) => <TicketCard ticket={ticket} hasStatus={hasStatus} onOpen={onOpen} />}
        </VirtualList>
      )}
    </div>
  );
}
