import { bodyOf, isUnauthorized, useToast } from '@mainstay/web-kit';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';

export type Ticket = CoreSchemas['TicketResponse'];
export type CreateTicketRequest = CoreSchemas['CreateTicketRequest'];
type UpdateTicketRequest = CoreSchemas['UpdateTicketRequest'];

/** The tickets the user may see, newest first. */
export const ticketsQuery = () =>
  queryOptions({
    queryKey: ['/api/tickets'],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/tickets', { signal })),
  });

/**
 * Specification, section 7: a ticket create or update refreshes the tickets and the stats. A write counts as
 * done once they are fresh, so that no screen shows the old state in between.
 */
const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['/api/tickets'], exact: true }),
    client.invalidateQueries({ queryKey: ['/api/stats'] }),
  ]);

/** Creates a ticket. Every outcome has its toast. */
export function useCreateTicket() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (body: CreateTicketRequest) => bodyOf(core.POST('/api/tickets', { body })),
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

/** Changes a ticket; changes of one ticket are sent one after the other. Silent when the session has ended. */
export function useUpdateTicket(id: string) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    scope: { id: `ticket ${id}` },
    mutationFn: (body: UpdateTicketRequest) =>
      bodyOf(core.PATCH('/api/tickets/{id}', { params: { path: { id } }, body })),
    onSuccess: () => {
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
