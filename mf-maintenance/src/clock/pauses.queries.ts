import { versionOf } from '@mainstay/web-kit';
import { useMutation } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { showTicket, useUpdateOutcome } from '../ticket-data/tickets.queries.ts';

/** Pauses the clock of a ticket. */
export const usePause = (id: string) =>
  useMutation({
    mutationFn: (body: CoreSchemas['PauseRequest']) =>
      versionOf(core.POST('/api/tickets/{id}/pause', { params: { path: { id } }, body })),
    ...useUpdateOutcome(showTicket(id)),
  });

/** Lets the clock of a ticket go on. */
export const useResume = (id: string) =>
  useMutation({
    mutationFn: () => versionOf(core.POST('/api/tickets/{id}/resume', { params: { path: { id } } })),
    ...useUpdateOutcome(showTicket(id)),
  });
