import { bodyOf, versionOf } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { refreshTimeline } from '../api/timeline.ts';
import { ticketQuery, useUpdateOutcome } from '../ticket-data/tickets.queries.ts';

export type Cost = CoreSchemas['CostResponse'];

/** The costs of a ticket, by the day on which they were incurred. */
export const costsQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['/api/tickets', ticketId, 'costs'],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/tickets/{id}/costs', { params: { path: { id: ticketId } }, signal })),
  });

/** The active vendors that serve a location, by name. */
export const vendorsQuery = (locationId: string) => {
  const query = { locationId, active: 'true', limit: 1000 } as const;
  return queryOptions({
    queryKey: ['/api/vendors', query],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/vendors', { params: { query }, signal })),
  });
};

/** What follows a change of the costs of a ticket, or a decision about them. */
function useSpendingOutcome(ticketId: string) {
  const client = useQueryClient();
  const refreshTicket = () => client.invalidateQueries({ queryKey: ticketQuery(ticketId).queryKey });
  const outcome = useUpdateOutcome<unknown>(() =>
    Promise.all([refreshTicket(), refreshTimeline(client, ticketId)]),
  );
  return {
    ...outcome,
    onError: (error: Error) => {
      outcome.onError(error);
      // It may have been about other costs.
      return refreshTicket();
    },
  };
}

/** Adds a cost to a ticket. */
export const useAddCost = (ticketId: string) =>
  useMutation({
    mutationFn: ({
      body,
      idempotencyKey,
    }: {
      body: CoreSchemas['CreateCostRequest'];
      idempotencyKey: string;
    }) =>
      bodyOf(
        core.POST('/api/tickets/{id}/costs', {
          params: { path: { id: ticketId }, header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    ...useSpendingOutcome(ticketId),
  });

/** Changes fields of a cost, if it still has the version that is shown. */
export const useUpdateCost = (ticketId: string) =>
  useMutation({
    mutationFn: ({ cost, changes }: { cost: Cost; changes: CoreSchemas['UpdateCostRequest'] }) =>
      versionOf(
        core.PATCH('/api/costs/{id}', {
          params: { path: { id: cost.id }, header: { 'If-Match': `"${cost.version}"` } },
          body: changes,
        }),
      ),
    ...useSpendingOutcome(ticketId),
  });

/** Deletes a cost. */
export const useDeleteCost = (ticketId: string) =>
  useMutation({
    mutationFn: (id: string) => core.DELETE('/api/costs/{id}', { params: { path: { id } } }),
    ...useSpendingOutcome(ticketId),
  });

/** Approves or declines the costs of a ticket. For administrators only. */
export const useDecide = (ticketId: string) =>
  useMutation({
    mutationFn: ({ body, ifMatch }: { body: CoreSchemas['ApprovalRequest']; ifMatch: string }) =>
      versionOf(
        core.POST('/api/tickets/{id}/approval', {
          params: { path: { id: ticketId }, header: { 'If-Match': ifMatch } },
          body,
        }),
      ),
    ...useSpendingOutcome(ticketId),
  });
