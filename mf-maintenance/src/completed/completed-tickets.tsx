import { type BoardFilter, chosen, keyOf } from '../cards/board-filter.ts';
import { EmptyState, SkeletonCard, VisuallyHidden } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import styles from './completed-tickets.module.css';
import { SearchResult } from '../cards/search-result.tsx';
import { LoadFailed, type SearchedList } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { type Ticket } from '../tickets/tickets.queries.ts';
import { VirtualList } from '../cards/virtual-list.tsx';

const MIN_CARD_WIDTH = 300;

/** The Completed tab: a grid of solved tickets. */
export function CompletedTickets({
  list,
  filter,
  openId,
  onOpen,
}: {
  list: SearchedList<Ticket>;
  filter: BoardFilter;
  openId: string | undefined;
  onOpen: (ticket: Ticket) => void;
}) {
  if (list.isFailed) return <LoadFailed title={strings.page.loadFailed} onRetry={list.retry} />;
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
      <VisuallyHidden as="h2">{strings.page.completed}</VisuallyHidden>
      <SearchResult search={filter.search} list={list} />
      {list.items.length === 0 ? (
        <EmptyState
          icon={<CheckCircleOutlined />}
          title={strings.page.noCompletedTickets}
          hint={strings.filter.nothing(chosen(filter)) ?? strings.page.noCompletedTicketsHint}
        />
      ) : (
        <VirtualList
          key={keyOf(filter)}
          className={styles.cards ?? ''}
          label={strings.page.completed}
          list={list}
          minCardWidth={MIN_CARD_WIDTH}
          keptIds={[openId]}
        >
          {(ticket) => <TicketCard ticket={ticket} onOpen={onOpen} />}
        </VirtualList>
      )}
    </div>
  );
}
