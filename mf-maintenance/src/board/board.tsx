import { Column } from './column.tsx';
import styles from './board.module.css';
import { LoadFailed } from '../cards/load-failed.tsx';
import { joinLists } from './join-lists.ts';
import { PausedTasks } from './paused-tasks.tsx';
import { RecurringTaskCard } from '../recurring-tasks/recurring-task-card.tsx';
import { type RecurringTask, useRecurringTasks } from '../recurring-tasks/recurring-tasks.queries.ts';
import { SearchResult } from '../cards/search-result.tsx';
import { strings } from '../strings.ts';
import { TicketCard } from '../tickets/ticket-card.tsx';
import { type Ticket, useTickets } from '../tickets/tickets.queries.ts';
import { VirtualList } from '../cards/virtual-list.tsx';

/** The entity that a card shows. */
export type BoardItem = Ticket | RecurringTask;

export const isTicket = (item: BoardItem): item is Ticket => 'ticketType' in item;

/**
 * The Board tab: the columns To Acknowledge and Working.
 * @param search filters by title or location name
 * @param openId the entity whose dialog is open: its card stays rendered, for the focus to return to
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
        // A new search starts at the top.
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
