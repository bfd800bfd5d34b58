import { bodyOf, newIdempotencyKey } from '@mainstay/web-kit';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { refreshTimeline } from '../api/timeline.ts';
import { ticketQuery, useUpdateOutcome } from '../ticket-data/tickets.queries.ts';

export type VendorJob = CoreSchemas['VendorJobResponse'];
export type VendorQuote = CoreSchemas['VendorQuoteResponse'];

/** What vendors were asked to do for a ticket, newest first. */
export const vendorJobsQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['/api/tickets', ticketId, 'vendor-jobs'],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/tickets/{id}/vendor-jobs', { params: { path: { id: ticketId } }, signal })),
  });

/** What follows a change of the work: the ticket shows it, and may have another status or limit. */
const useJobOutcome = (ticketId: string) =>
  useUpdateOutcome<unknown>((client) =>
    Promise.all([
      client.invalidateQueries({ queryKey: ticketQuery(ticketId).queryKey }),
      refreshTimeline(client, ticketId),
    ]),
  );

/** Sends a ticket to its vendor. */
export const useSendToVendor = (ticketId: string) =>
  useMutation({
    mutationFn: ({ body, key }: { body: CoreSchemas['SendToVendorRequest']; key: string }) =>
      bodyOf(
        core.POST('/api/tickets/{id}/vendor-jobs', {
          params: { path: { id: ticketId }, header: { 'Idempotency-Key': key } },
          body,
        }),
      ),
    ...useJobOutcome(ticketId),
  });

const keyed = (id: string, key = newIdempotencyKey()) => ({
  path: { id },
  header: { 'Idempotency-Key': key },
});

/** Sends the mail of a job again, to the same address or another one. */
export const useSendAgain = (ticketId: string) =>
  useMutation({
    mutationFn: ({ id, email, key }: { id: string; email: string; key: string }) =>
      bodyOf(core.POST('/api/vendor-jobs/{id}/resend', { params: keyed(id, key), body: { email } })),
    ...useJobOutcome(ticketId),
  });

export const useWithdraw = (ticketId: string) =>
  useMutation({
    mutationFn: (id: string) => bodyOf(core.POST('/api/vendor-jobs/{id}/withdraw', { params: keyed(id) })),
    ...useJobOutcome(ticketId),
  });

/** Completes the ticket, too. */
export const useConfirm = (ticketId: string) =>
  useMutation({
    mutationFn: (id: string) => bodyOf(core.POST('/api/vendor-jobs/{id}/confirm', { params: keyed(id) })),
    ...useJobOutcome(ticketId),
  });

export const useSendBack = (ticketId: string) =>
  useMutation({
    mutationFn: ({ id, note, key }: { id: string; note: string; key: string }) =>
      bodyOf(core.POST('/api/vendor-jobs/{id}/return', { params: keyed(id, key), body: { note } })),
    ...useJobOutcome(ticketId),
  });

/** Decides about a quote. */
export const useDecideQuote = (ticketId: string) =>
  useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: 'approve' | 'decline' }) =>
      bodyOf(core.POST('/api/vendor-quotes/{id}/decision', { params: keyed(id), body: { decision } })),
    ...useJobOutcome(ticketId),
  });
