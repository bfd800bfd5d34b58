import { Button, EmptyState } from '@mainstay/ui/base';
import { type Selecting } from '../bulk-changes/begin-selecting.tsx';
import { type BoardFilter, chosen, clearOf, keyOf } from '../cards/board-filter.ts';
import { Columns, type ColumnStatus } from './columns.tsx';
import styles from './board.module.css';
import { DRAGGING_HINT_ID, DraggableTicket } from './dragging/draggable-ticket.tsx';
import { type Dragging } from './dragging/use-dragging.ts';
import { LoadFailed, useIsNarrow } from '@mainstay/web-kit';
import { joinLists } from './join-lists.ts';
import { RecurringTaskCard } from '../recurring-tasks/recurring-task-card.tsx';
import { type RecurringTask, useRecurringTasks } from '../recurring-tasks/recurring-tasks.queries.ts';
import { SearchResult } from '../cards/search-result.tsx';
import { filterStrings } from '../cards/filter-strings.ts';
import { strings } from '../strings.ts';
import { type Assign } from '../tickets/card-assignee.tsx';
import { type StatusMove, withMoves, withoutOutdated } from '../ticket-data/status-moves.ts';
import { type Ticket, useTickets } from '../ticket-data/tickets.queries.ts';
import { useEffect, useState } from 'react';
import { VirtualList } from '../cards/virtual-list.tsx';

/** The entity that a card shows. */
export type BoardItem = Ticket | RecurringTask;

export const isTicket = (item: BoardItem): item is Ticket => 'ticketType' in item;

/** Says which tickets can be selected. */
function useShownTickets(
  selecting: Selecting | undefined,
  incoming: readonly Ticket[],
  inProgress: readonly Ticket[],
): void {
  useEffect(() => selecting?.selection.show([incoming, inProgress]), [selecting, incoming, inProgress]);
}

/**
 * The Board tab: the columns To Acknowledge and Working.
 * @param openId the entity whose dialog is open: its card stays rendered, for the focus to return to
 * @param moves tickets that are shown where they will be
 * @param focusId the card that takes the focus, because the element that had it was removed
 */
export function Board({
  filter,
  openId,
  moves,
  dragging,
  selecting,
  focusId,
  onFocused,
  onOpen,
  onAssign,
  onClear,
}: {
  filter: BoardFilter;
  openId: string | undefined;
  moves: readonly StatusMove[];
  dragging: Dragging;
  selecting: Selecting | undefined;
  focusId: string | undefined;
  onFocused: () => void;
  onOpen: (item: BoardItem) => void;
  onAssign: Assign;
  /** Removes the search and the filters. */
  onClear: () => void;
}) {
  const isInPage = useIsNarrow();
  const [shown, setShown] = useState<ColumnStatus>('incoming');
  const { search, ...chips } = filter;
  const listed = useTickets({ status: 'incoming', ...chips }, search);
  const worked = useTickets({ status: 'in_progress', ...chips }, search);
  const incoming = withMoves(withoutOutdated(listed, worked), 'incoming', moves);
  const inProgress = withMoves(withoutOutdated(worked, listed), 'in_progress', moves);
  // Recurring tasks have no priority, no costs and no vendor, and are never late.
  const { priority, due, approval, vendorJob } = filter;
  const hasTasks = [priority, due, approval, vendorJob].every((chip) => chip === undefined);
  const tasks = useRecurringTasks({ active: 'true', assignedTo: filter.assignedTo }, search, {
    enabled: hasTasks,
  });
  const working = hasTasks ? joinLists(inProgress, tasks) : inProgress;
  const both = joinLists(incoming, working);
  useShownTickets(selecting, incoming.items, inProgress.items);
  // On a phone the card that takes the focus may be in the other column.
  const [focusedId, setFocusedId] = useState(focusId);
  if (focusId !== focusedId) {
    setFocusedId(focusId);
    if (incoming.items.some(({ id }) => id === focusId)) setShown('incoming');
    else if (inProgress.items.some(({ id }) => id === focusId)) setShown('in_progress');
  }
  if (both.isFailed) return <LoadFailed title={strings.page.loadFailed} onRetry={both.retry} />;

  const card = (item: BoardItem) =>
    isTicket(item) ? (
      <DraggableTicket
        ticket={item}
        dragging={dragging.card}
        box={selecting?.box}
        isHeld={item.id === dragging.heldId}
        takesFocus={item.id === focusId}
        onFocused={onFocused}
        onOpen={onOpen}
        onAssign={onAssign}
      />
    ) : (
      <RecurringTaskCard task={item} onOpen={onOpen} />
    );
  const clear = clearOf(filter);
  const column = (list: typeof both, status: ColumnStatus) => ({
    ref: dragging.asTarget[status],
    isLoading: list.isPending,
    isBusy: list.isSearching,
    count: list.total ?? 0,
    isAtLeast: list.isAtLeast,
    isDropTarget: dragging.over === status,
    children:
      list.total === 0 ? (
        <EmptyState
          title={strings.page.noItems}
          hint={filterStrings.nothing(chosen(chips))}
          action={
            clear && (
              <Button type="link" onClick={onClear}>
                {filterStrings[clear]}
              </Button>
            )
          }
        />
      ) : (
        <VirtualList
          // A new search or filter starts at the top.
          key={keyOf(filter)}
          className={styles.cards ?? ''}
          label={strings.tickets.status[status]}
          list={list}
          isInPage={isInPage}
          keptIds={[openId, dragging.heldId, focusId]}
        >
          {card}
        </VirtualList>
      ),
  });

  return (
    <div className={styles.board} data-selecting={selecting !== undefined || undefined}>
      <SearchResult search={search} list={both} />
      <p id={DRAGGING_HINT_ID} hidden>
        {strings.dragging.hint}
      </p>
      <Columns
        shown={shown}
        onShow={setShown}
        switchRefs={dragging.asTarget}
        incoming={column(incoming, 'incoming')}
        in_progress={column(working, 'in_progress')}
      />
    </div>
  );
}
