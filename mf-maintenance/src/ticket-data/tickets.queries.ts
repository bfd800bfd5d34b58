import {
  bodyOf,
  byPage,
  type Created,
  entityQueries,
  kept,
  messageOr,
  pageOf,
  useSearchedList,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { refreshTimeline } from '../api/timeline.ts';
import { type withChips } from '../cards/list-filter.ts';
import { matchesSearch } from '../cards/matches-search.ts';
import { strings } from '../strings.ts';

type TicketOfThisVersion = CoreSchemas['TicketResponse'];
/** Fields that each release of svc-core returns. */
type OldField =
  | 'id'
  | 'title'
  | 'description'
  | 'locationId'
  | 'assignedTo'
  | 'status'
  | 'priority'
  | 'ticketType'
  | 'notes'
  | 'createdAt'
  | 'updatedAt'
  | 'completedAt'
  | 'location'
  | 'assignee';

/** A ticket. While a deployment is under way it may come from a svc-core that does not have the newer fields yet. */
export type Ticket = Pick<TicketOfThisVersion, OldField> & Partial<TicketOfThisVersion>;
export type TicketStatus = Ticket['status'];
export type CreateTicketRequest = CoreSchemas['CreateTicketRequest'];

const path = '/api/tickets';
const tickets = entityQueries(path);

/** Which tickets are listed. */
interface TicketFilter extends Partial<ReturnType<typeof withChips>> {
  status?: TicketStatus;
  q?: string | undefined;
}

/** The tickets visible to the user that match, newest first. */
const ticketsQuery = tickets.lists<Omit<TicketFilter, 'q'>, Ticket>((sent) => core.GET(path, sent));

/** The tickets that match the filter and a search; not fetched unless `enabled`. */
export const useTickets = (filter: Omit<TicketFilter, 'q'>, search: string, options?: { enabled: boolean }) =>
  useSearchedList(ticketsQuery(filter), matchesSearch, search, options);

/** The number of tickets that match; fetches at most one ticket. */
export const ticketCountQuery = (filter: TicketFilter) =>
  infiniteQueryOptions({
    ...byPage,
    queryKey: [path, { ...filter, limit: 1 }],
    queryFn: ({ signal }) => pageOf(core.GET(path, { params: { query: { ...filter, limit: 1 } }, signal })),
    select: ({ pages }) => pages[0]?.total,
    placeholderData: keepPreviousData,
  });

/** How many visible tickets are overdue and at risk, and whether a response target is on. */
export const dueCountsQuery = queryOptions({
  queryKey: [`${path}/due`],
  queryFn: ({ signal }) => bodyOf(core.GET('/api/tickets/due', { signal })),
});

/** A ticket and the ETag of the version that was read. */
export interface TicketVersion {
  body: Ticket;
  etag: string;
}

/** One ticket with its version, dropped from the cache as soon as it is unused. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) => readTicket(id, signal),
    gcTime: 0,
    meta: kept,
  });

/** Reads a ticket and its ETag. */
export const readTicket = tickets.reads<Ticket>((sent) => core.GET('/api/tickets/{id}', sent));

/** What an update sends, if the ticket still has the version `ifMatch`. */
interface TicketUpdate {
  changes: CoreSchemas['UpdateTicketRequest'];
  ifMatch: string;
}

/**
 * Changes fields of a ticket.
 * @throws ApiError, with the status 412 if it has another version
 */
export const patchTicket = (id: string, { changes, ifMatch }: TicketUpdate): Promise<TicketVersion> =>
  versionOf(
    core.PATCH('/api/tickets/{id}', {
      params: { path: { id }, header: { 'If-Match': ifMatch } },
      body: changes,
    }),
  );

/**
 * Specification, section 7: a ticket write refreshes the tickets and the stats. It counts as done once both are
 * fresh, so that no screen shows the old state in between.
 */
const refreshStats = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['/api/stats'] }),
    client.invalidateQueries({ queryKey: dueCountsQuery.queryKey }),
  ]);

export const useCreateTicket = tickets.createsOrLeaves(
  (sent: Created<CreateTicketRequest>) => core.POST(path, sent),
  strings.tickets.created,
  strings.tickets.createFailed,
  refreshStats,
);

/** What follows an update of a ticket. Silent if it failed because the session has ended (specification, section 8). */
export const useUpdateOutcome = <Saved>(also?: (client: QueryClient, saved: Saved) => Promise<unknown>) =>
  useWriteOutcome(
    path,
    strings.tickets.updated,
    messageOr(strings.tickets.updateFailed),
    (client, saved: Saved) => Promise.all([also?.(client, saved), refreshStats(client)]),
  );

/** Shows the response to an update, and what it adds to the timeline. */
export const showTicket = (id: string) => (client: QueryClient, ticket: TicketVersion) => {
  client.setQueryData(ticketQuery(id).queryKey, ticket);
  return refreshTimeline(client, id);
};

/**
 * Updates a ticket; updates of one ticket are sent one after the other. Silent if the session has ended. For its
 * status, see useStatusChange.
 */
export const useUpdateTicket = (id: string) =>
  useMutation({
    scope: { id: `ticket ${id}` },
    mutationFn: (update: TicketUpdate) => patchTicket(id, update),
    ...useUpdateOutcome(showTicket(id)),
  });

/** Deletes a ticket and its attachments. For administrators only. */
export const useDeleteTicket = tickets.removes(
  (sent) => core.DELETE('/api/tickets/{id}', sent),
  strings.tickets.deleted,
  strings.tickets.deleteFailed,
  refreshStats,
);
