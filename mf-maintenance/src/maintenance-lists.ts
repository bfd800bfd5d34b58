import { type RecurringTask, recurringTasksQuery } from './recurring-tasks/recurring-tasks.queries.ts';
import { type SearchedList, useSearchedList } from '@mainstay/web-kit';
import { type Ticket, ticketsQuery, type TicketStatus } from './tickets/tickets.queries.ts';

/** Whether the text is in the title or the location's name, whatever the case: the server's rule, too. */
const finds = ({ title, location }: Ticket | RecurringTask, text: string): boolean =>
  [title, location.name].some((part) => part.toLowerCase().includes(text.toLowerCase()));

/** The tickets of one status that a search finds; not fetched unless `enabled`. */
export const useTickets = (status: TicketStatus, search: string, options?: { enabled: boolean }) =>
  useSearchedList<Ticket>((q) => ticketsQuery(status, q), finds, search, options);

/** The active or the paused recurring tasks that a search finds; not fetched unless `enabled`. */
export const useRecurringTasks = (active: boolean, search: string, options?: { enabled: boolean }) =>
  useSearchedList<RecurringTask>((q) => recurringTasksQuery(active, q), finds, search, options);

/** One list after the other, counted together. */
export function joinLists<First, Second>(
  first: SearchedList<First>,
  second: SearchedList<Second>,
): SearchedList<First | Second> {
  const growing = first.hasMore ? first : second;
  return {
    items: first.hasMore ? first.items : [...first.items, ...second.items],
    total: first.total === undefined || second.total === undefined ? undefined : first.total + second.total,
    isAtLeast: first.isAtLeast || second.isAtLeast,
    isPending: first.isPending || second.isPending,
    isSearching: first.isSearching || second.isSearching,
    isFailed: first.isFailed || second.isFailed,
    retry: () => {
      for (const list of [first, second]) if (list.isFailed) list.retry();
    },
    hasMore: growing.hasMore,
    isMoreFailed: growing.isMoreFailed,
    loadMore: growing.loadMore,
  };
}
