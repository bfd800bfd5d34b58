import { useDebouncedValue } from '@mainstay/web-kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type useBoardAddress } from '../address/use-board-address.ts';
import { hasListFilter, withChips } from '../cards/list-filter.ts';
import { type StatusMove, withMoves } from '../ticket-data/status-moves.ts';
import { dueCountsQuery, ticketCountQuery, useTickets } from '../ticket-data/tickets.queries.ts';

type Shown = Pick<ReturnType<typeof useBoardAddress>, 'tab' | 'list' | 'filter'>;

/**
 * The lists of the Maintenance screen, beside the columns of the board: completed tickets, and those of an exact list.
 * What is not on the screen is not fetched, but for the number of completed tickets.
 * @param moves tickets that are shown where they will be
 * @returns with them what is counted (`completedCount`, `dueCounts`) and the filter of the CSV file (`exported`)
 */
export function useBoardLists({ tab, list, filter }: Shown, moves: readonly StatusMove[]) {
  // Completed tickets are no longer late, and no vendor waits.
  const { search, due, vendorJob, ...chips } = filter;
  const isExact = hasListFilter(list);
  const isCompletedShown = tab === 'completed' && !isExact;
  const { data: dueCounts } = useQuery({ ...dueCountsQuery, enabled: !isCompletedShown });
  const counted = useDebouncedValue(search.trim());
  const completed = withMoves(
    useTickets({ status: 'solved', ...chips }, search, { enabled: isCompletedShown }),
    'solved',
    moves,
  );
  const { data: count = 0 } = useInfiniteQuery({
    ...ticketCountQuery({ status: 'solved', ...chips, q: counted || undefined }),
    enabled: !isExact,
  });
  const asked = withChips(list, { due, vendorJob, ...chips });
  const exact = useTickets(asked, search, { enabled: isExact });
  const ofTab = isCompletedShown ? { status: 'solved' } : { open: 'true', due, vendorJob };
  return {
    isExact,
    isCompletedShown,
    dueCounts,
    completed,
    completedCount: isCompletedShown ? (completed.total ?? count) : count,
    exact,
    exported: { ...(isExact ? asked : { ...ofTab, ...chips }), q: search.trim() || undefined },
  };
}
