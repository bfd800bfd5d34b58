import { useFailureToast } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fullName } from '../people/names.ts';
import { strings } from '../strings.ts';
import { readTicket, type Ticket, ticketQuery, useUpdateTicket } from './tickets.queries.ts';

/**
 * Assigns a ticket to a user or to nobody (null), never over somebody else's assignment: the ticket is read first,
 * and its version is sent along. If it has another assignee than the one shown, nothing is sent, a toast says whom,
 * and the ticket is read again.
 */
export function useAssign({ id, assignedTo: shown }: Ticket) {
  const client = useQueryClient();
  const fail = useFailureToast();
  const update = useUpdateTicket(id);
  return useMutation({
    mutationFn: async (assignedTo: string | null) => {
      const { body, etag } = await readTicket(id);
      if (body.assignedTo === shown || body.assignedTo === assignedTo) {
        await update.mutateAsync({ changes: { assignedTo }, ifMatch: etag });
        return;
      }
      fail(strings.assignee.changed(body.assignee ? fullName(body.assignee) : strings.assignee.nobody));
      await client.invalidateQueries({ queryKey: ticketQuery(id).queryKey, exact: true });
    },
  });
}
