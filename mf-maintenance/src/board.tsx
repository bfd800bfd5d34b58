import { Column } from './board/column.tsx';
import styles from './board.module.css';
import { LoadFailed } from './load-failed.tsx';
import { joinLists, useRecurringTasks, useTickets } from './maintenance-lists.ts';
import { PausedTasks } from './paused-tasks.tsx';
import { RecurringTaskCard } from './recurring-tasks/recurring-task-card.tsx';
import { type RecurringTask } from './recurring-tasks/recurring-tasks.queries.ts';
import { SearchResult } from './search-result.tsx';
import { strings } from './strings.ts';
import { TicketCard } from './tickets/ticket-card.tsx';
import { type Ticket } from './tickets/tickets.queries.ts';
import { VirtualList } from './virtual-list.tsx';

/** What a card on the board stands for. */
export type BoardItem = Ticket | RecurringTask;

export const isTicket = (item: BoardItem): item is Ticket => 'ticketType' in item;

/**
 * The Board tab: To Acknowledge, and Working with the active recurring tasks.
 * @param search what the title or the location's name is to contain
 * @param openId whose dialog is open: its card stays, for the focus to return to
 */
export function Board({
  search,
  openId,
  onOpen,
}: {
  search: string;
  openId: string | undefined;
  onOpen: (item: BoardItem) => void;
}) {
  const incoming = useTickets('incoming', search);
  const working = joinLists(useTickets('in_progress', search), useRecurringTasks(true, search));
  const both = joinLists(incoming, working);
  if (both.isFailed) return <LoadFailed onRetry={both.retry} />;

  const card = (item: BoardItem) =>
    isTicket(item) ? (
      <TicketCard ticket={item} onOpen={onOpen} />
    ) : (
      <RecurringTaskCard task={item} onOpen={onOpen} />
    );
  const column = (list: typeof both, title: string) => ({
    title,
    isLoading: list.isPending,
    isBusy: list.isSearching,
    count: list.total ?? 0,
    isAtLeast: list.isAtLeast,
    children: (
      <VirtualList
        // Another search starts from the top.
        key={search.trim()}
        className={styles.cards ?? ''}
        label={title}
        list={list}
        keptId={openId}
      >
        {card}
      </VirtualList>
    ),
  });

  return (
    <div className={styles.board}>
      <SearchResult search={search} list={both} />
      <Column tone="waiting" {...column(incoming, strings.tickets.status.incoming)} />
      <Column
        tone="working"
        {...column(working, strings.tickets.status.in_progress)}
        footer={<PausedTasks search={search} openId={openId} onOpen={onOpen} />}
      />
    </div>
  );
}
