import { useUpdateOutcome, ticketQuery, type TicketVersion } from './tickets.queries.ts';
import { versionOf } from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { refreshTimeline } from '../api/timeline.ts';

/** What follows once the clock of a ticket is paused or goes on. */
function useClockOutcome(id: string) {
  const client = useQueryClient();
  const outcome = useUpdateOutcome();
  return {
    onSuccess: (ticket: TicketVersion) => {
      client.setQueryData(ticketQuery(id).queryKey, ticket);
      return Promise.all([outcome.onSuccess(), refreshTimeline(client, id)]);
    },
    onError: outcome.onError,
  };
}

/** Pauses the clock of a ticket. */
export const usePause = (id: string) =>
  useMutation({
    mutationFn: (body: CoreSchemas['PauseRequest']) =>
      versionOf(core.POST('/api/tickets/{id}/pause', { params: { path: { id } }, body })),
    ...useClockOutcome(id),
  });

/** Lets the clock of a ticket go on. */
export const useResume = (id: string) =>
  useMutation({
    mutationFn: () => versionOf(core.POST('/api/tickets/{id}/resume', { params: { path: { id } } })),
    ...useClockOutcome(id),
  });
