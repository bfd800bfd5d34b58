import {
  bodyOf,
  byPage,
  isUnauthorized,
  leavesWhenUnauthorized,
  pageAt,
  type PagedQuery,
  pageOf,
  refreshList,
  useToast,
  versionOf,
} from '@mainstay/web-kit';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';

export type Ticket = CoreSchemas['TicketResponse'];
export type TicketStatus = Ticket['status'];
export type CreateTicketRequest = CoreSchemas['CreateTicketRequest'];
export type UpdateTicketRequest = CoreSchemas['UpdateTicketRequest'];

const path = '/api/tickets';

/** The tickets of one status that the user may see, newest first, page by page. */
export const ticketsQuery = (status: TicketStatus, q: string | undefined): PagedQuery<Ticket> => ({
  ...byPage,
  queryKey: [path, { status, q, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: { status, q, ...pageAt(pageParam) } }, signal })),
});

/** How many tickets of one status there are, for which no more than one of them is fetched. */
export const ticketCountQuery = (status: TicketStatus, q: string | undefined) =>
  queryOptions({
    queryKey: [path, { status, q, limit: 1 }],
    queryFn: ({ signal }) => pageOf(core.GET(path, { params: { query: { status, q, limit: 1 } }, signal })),
    select: ({ total }) => total,
    placeholderData: keepPreviousData,
  });

/** One ticket as it is now; forgotten as soon as nobody looks at it. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/tickets/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
  });

/** One ticket as it is now, with its version. */
export const readTicket = (id: string) =>
  versionOf(core.GET('/api/tickets/{id}', { params: { path: { id } } }));

/**
 * Specification, section 7: a ticket create or update refreshes the tickets and the stats. A write counts as
 * done once they are fresh, so that no screen shows the old state in between.
 */
const refresh = (client: QueryClient) =>
  Promise.all([refreshList(client, path), client.invalidateQueries({ queryKey: ['/api/stats'] })]);

/** Creates a ticket. Every outcome has its toast. */
export function useCreateTicket() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    meta: leavesWhenUnauthorized,
    mutationFn: ({ body, idempotencyKey }: { body: CreateTicketRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    onSuccess: () => {
      toast({ title: strings.success, description: strings.tickets.created });
      return refresh(client);
    },
    onError: (error) =>
      toast(
        isUnauthorized(error)
          ? { title: strings.unauthorized, description: strings.loggedOut, variant: 'destructive' }
          : { title: strings.error, description: strings.tickets.createFailed, variant: 'destructive' },
      ),
  });
}

/**
 * Changes a ticket; changes of one ticket are sent one after the other. With `ifMatch` only as long as the ticket is
 * the version it names. Silent when the session has ended.
 */
export function useUpdateTicket(id: string) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    scope: { id: `ticket ${id}` },
    mutationFn: ({ changes, ifMatch }: { changes: UpdateTicketRequest; ifMatch?: string }) =>
      bodyOf(
        core.PATCH('/api/tickets/{id}', {
          params: { path: { id }, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
          body: changes,
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(ticketQuery(id).queryKey, answer);
      toast({ title: strings.success, description: strings.tickets.updated });
      return refresh(client);
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      toast({
        title: strings.error,
        description: error.message || strings.tickets.updateFailed,
        variant: 'destructive',
      });
    },
  });
}

/** Deletes a ticket with its attachments: administrators only. Both outcomes have their toast. */
export function useDeleteTicket(id: string) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: () => core.DELETE('/api/tickets/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      toast({ title: strings.success, description: strings.tickets.removed });
      return refresh(client);
    },
    onError: () =>
      toast({ title: strings.error, description: strings.tickets.removeFailed, variant: 'destructive' }),
  });
}
