import {
  bodyOf,
  byPage,
  isUnauthorized,
  kept,
  pagedQuery,
  pageOf,
  useCreateOutcome,
  useSearchedList,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
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

/** Which tickets are listed. */
interface TicketFilter extends Partial<ReturnType<typeof withChips>> {
  status?: TicketStatus;
  q?: string | undefined;
}

/** The tickets visible to the user that match, newest first, page by page. */
const ticketsQuery = (filter: TicketFilter) =>
  pagedQuery<Ticket, TicketFilter>([path], filter, (query, signal) =>
    core.GET(path, { params: { query }, signal }),
  );

/** The tickets that match the filter and a search; not fetched unless `enabled`. */
export const useTickets = (filter: Omit<TicketFilter, 'q'>, search: string, options?: { enabled: boolean }) =>
  useSearchedList((q) => ticketsQuery({ ...filter, q }), matchesSearch, search, options);

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
export const readTicket = (id: string, signal: AbortSignal | null = null): Promise<TicketVersion> =>
  versionOf(core.GET('/api/tickets/{id}', { params: { path: { id } }, signal }));

/** What an update sends, if the ticket still has the version `ifMatch`. */
interface TicketUpdate {
  changes: CoreSchemas['UpdateTicketRequest'];
  ifMatch: string;
}

/** Changes fields of a ticket. @throws ApiError, with the status 412 if it has another version */
export const patchTicket = (id: string, { changes, ifMatch }: TicketUpdate): Promise<TicketVersion> =>
  versionOf(
    core.PATCH('/api/tickets/{id}', {
      params: { path: { id }, header: { 'If-Match': ifMatch } },
      body: changes,
    }),
  );

/**
 * Specification, section 7: a ticket write refreshes the tickets and the stats. It counts as done once both are fresh, so
 * that no screen shows the old state in between.
 */
function useStatsToo<Outcome extends { onSuccess: () => Promise<void> }>(outcome: Outcome) {
  const client = useQueryClient();
  return {
    ...outcome,
    onSuccess: () =>
      Promise.all([
        outcome.onSuccess(),
        client.invalidateQueries({ queryKey: ['/api/stats'] }),
        client.invalidateQueries({ queryKey: dueCountsQuery.queryKey }),
      ]),
  };
}

/** Creates a ticket. */
export function useCreateTicket() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CreateTicketRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    ...useStatsToo(useCreateOutcome(path, strings.tickets.created, strings.tickets.createFailed)),
  });
}

/** What follows an update of a ticket. Silent if it failed because the session has ended (specification, section 8). */
export const useUpdateOutcome = () =>
  useStatsToo(
    useWriteOutcome(path, strings.tickets.updated, (error) =>
      isUnauthorized(error) ? undefined : error.message || strings.tickets.updateFailed,
    ),
  );

/**
 * Updates a ticket; updates of one ticket are sent one after the other. Silent if the session has ended. For its status, see
 * useStatusChange.
 */
export function useUpdateTicket(id: string) {
  const client = useQueryClient();
  const outcome = useUpdateOutcome();
  return useMutation({
    scope: { id: `ticket ${id}` },
    mutationFn: (update: TicketUpdate) => patchTicket(id, update),
    onSuccess: (ticket) => {
      client.setQueryData(ticketQuery(id).queryKey, ticket);
      return Promise.all([outcome.onSuccess(), refreshTimeline(client, id)]);
    },
    onError: outcome.onError,
  });
}

/** Deletes a ticket and its attachments. For administrators only. */
export function useDeleteTicket(id: string) {
  return useMutation({
    mutationFn: () => core.DELETE('/api/tickets/{id}', { params: { path: { id } } }),
    ...useStatsToo(useWriteOutcome(path, strings.tickets.removed, strings.tickets.removeFailed)),
  });
}
