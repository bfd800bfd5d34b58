import {
  bodyOf,
  byPage,
  isUnauthorized,
  pageAt,
  type PagedQuery,
  pageOf,
  useCreateOutcome,
  useSearchedList,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { refreshTimeline } from '../api/timeline.ts';
import { matchesSearch } from '../cards/matches-search.ts';
import { strings } from '../strings.ts';

export type Ticket = CoreSchemas['TicketResponse'];
export type TicketStatus = Ticket['status'];
export type CreateTicketRequest = CoreSchemas['CreateTicketRequest'];
export type UpdateTicketRequest = CoreSchemas['UpdateTicketRequest'];

const path = '/api/tickets';

/** The tickets of one status visible to the user, newest first, page by page. */
export const ticketsQuery = (status: TicketStatus, q: string | undefined): PagedQuery<Ticket> => ({
  ...byPage,
  queryKey: [path, { status, q, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: { status, q, ...pageAt(pageParam) } }, signal })),
});

/** The tickets of one status that match a search; not fetched unless `enabled`. */
export const useTickets = (status: TicketStatus, search: string, options?: { enabled: boolean }) =>
  useSearchedList((q) => ticketsQuery(status, q), matchesSearch, search, options);

/** The number of tickets of one status that match; fetches at most one ticket. */
export const ticketCountQuery = (status: TicketStatus, q: string | undefined) =>
  queryOptions({
    queryKey: [path, { status, q, limit: 1 }],
    queryFn: ({ signal }) => pageOf(core.GET(path, { params: { query: { status, q, limit: 1 } }, signal })),
    select: ({ total }) => total,
    placeholderData: keepPreviousData,
  });

/** One ticket, dropped from the cache as soon as it is unused. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/tickets/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
  });

/** Reads a ticket and its ETag. */
export const readTicket = (id: string) =>
  versionOf(core.GET('/api/tickets/{id}', { params: { path: { id } } }));

/**
 * Specification, section 7: a ticket write refreshes the tickets and the stats. It counts as done once both are fresh, so
 * that no screen shows the old state in between.
 */
function useStatsToo<Outcome extends { onSuccess: () => Promise<void> }>(outcome: Outcome) {
  const client = useQueryClient();
  return {
    ...outcome,
    onSuccess: () =>
      Promise.all([outcome.onSuccess(), client.invalidateQueries({ queryKey: ['/api/stats'] })]),
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

/**
 * Updates a ticket; updates of one ticket are sent one after the other. With `ifMatch`, only if the ticket still has that
 * version. Silent if the session has ended.
 */
export function useUpdateTicket(id: string) {
  const client = useQueryClient();
  const outcome = useStatsToo(
    useWriteOutcome(path, strings.tickets.updated, (error) =>
      isUnauthorized(error) ? undefined : error.message || strings.tickets.updateFailed,
    ),
  );
  return useMutation({
    scope: { id: `ticket ${id}` },
    mutationFn: ({ changes, ifMatch }: { changes: UpdateTicketRequest; ifMatch?: string }) =>
      bodyOf(
        core.PATCH('/api/tickets/{id}', {
          params: { path: { id }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
          body: changes,
        }),
      ),
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
