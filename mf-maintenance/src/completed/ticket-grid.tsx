import { EmptyState, SkeletonCard } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import { LoadFailed, type SearchedList, useIsNarrow } from '@mainstay/web-kit';
import { type ComponentProps, useEffect } from 'react';
import { type Selecting } from '../bulk-changes/begin-selecting.tsx';
import { SearchResult } from '../cards/search-result.tsx';
import { VirtualList } from '../cards/virtual-list.tsx';
import { type Assign } from '../tickets/card-assignee.tsx';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import listStyles from '../cards/virtual-list.module.css';
import styles from './ticket-grid.module.css';

const MIN_CARD_WIDTH = 300;
const columns = `repeat(auto-fill, minmax(min(${MIN_CARD_WIDTH}px, 100%), 1fr))`;

/**
 * A grid of tickets.
 * @param filterKey a list with another filter starts at the top
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
  selecting,
  openId,
  onOpen,
  onAssign,
}: {
  list: SearchedList<Ticket>;
  label: string;
  search: string;
  filterKey: string;
  empty: ComponentProps<typeof EmptyState>;
  loadFailed: string;
  hasStatus?: boolean;
  selecting: Selecting | undefined;
  openId: string | undefined;
  onOpen: (ticket: Ticket) => void;
  onAssign: Assign;
}) {
  const isInPage = useIsNarrow();
  useEffect(() => selecting?.selection.show([list.items]), [selecting, list.items]);
  if (list.isFailed) return <LoadFailed title={loadFailed} onRetry={list.retry} />;
  if (list.isPending) return <Loading />;
  return (
    <div aria-busy={list.isSearching}>
      <SearchResult search={search} list={list} />
      {list.items.length === 0 ? (
        <EmptyState icon={<CheckCircleOutlined />} {...empty} />
      ) : (
        <VirtualList
          key={filterKey}
          {...(!isInPage && styles.cards && { className: styles.cards })}
          label={label}
          list={list}
          minCardWidth={MIN_CARD_WIDTH}
          isInPage={isInPage}
          keptIds={[openId]}
        >
          {(ticket) => (
            <TicketCard
              ticket={ticket}
              hasStatus={hasStatus}
              box={selecting?.box}
              onOpen={onOpen}
              onAssign={onAssign}
            />
          )}
        </VirtualList>
      )}
    </div>
  );
}

const Loading = () => (
  <div className={listStyles.row} style={{ gridTemplateColumns: columns }} aria-busy="true">
    <SkeletonCard badges={2} />
    <SkeletonCard badges={2} />
    <SkeletonCard badges={2} />
  </div>
);
