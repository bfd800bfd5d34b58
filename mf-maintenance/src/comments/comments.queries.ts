import { bodyOf, isApiError, refreshList, useFailureToast } from '@mainstay/web-kit';
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { type Comment, refreshTimeline } from '../api/timeline.ts';
import { commentStrings } from './comment-strings.ts';

const tickets = '/api/tickets';

type NewCommentRequest = CoreSchemas['CreateCommentRequest'];

/** A comment makes its author watch the ticket, and the cards show the number of comments. */
const refreshTicket = (client: QueryClient, ticketId: string) =>
  Promise.all([
    refreshList(client, tickets),
    client.invalidateQueries({ queryKey: [tickets, ticketId], exact: true }),
    refreshTimeline(client, ticketId),
  ]);

const addKeyOf = (ticketId: string) => ['add-comment', ticketId];

/** The texts of the comments of a ticket that are being sent. */
export const useUnsentComments = (ticketId: string): string[] =>
  useMutationState({
    filters: { mutationKey: addKeyOf(ticketId), status: 'pending' },
    select: ({ state: { variables: sent } }) =>
      typeof sent === 'object' && sent !== null ? String(Reflect.get(sent, 'body')) : '',
  });

/** Adds a comment to a ticket. It counts as done once its line is shown; there is no success toast. */
export function useAddComment(ticketId: string) {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationKey: addKeyOf(ticketId),
    mutationFn: ({ idempotencyKey, ...body }: NewCommentRequest & { idempotencyKey: string }) =>
      bodyOf(
        core.POST('/api/tickets/{id}/comments', {
          params: { path: { id: ticketId }, header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    onSuccess: () => refreshTicket(client, ticketId),
    onError: (error) => fail(commentStrings.addFailed, error),
  });
}

/** The ETag of a comment. */
export const etagOf = ({ version }: Pick<Comment, 'version'>) => `"${version}"`;

/** Changes the body of a comment if it still has this version. */
export function useEditComment(ticketId: string, id: string) {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: ({ body, ifMatch }: { body: string; ifMatch: string }) =>
      bodyOf(
        core.PATCH('/api/comments/{id}', {
          params: { path: { id }, header: { 'If-Match': ifMatch } },
          body: { body },
        }),
      ),
    onSuccess: () => refreshTimeline(client, ticketId),
    onError: (error) => fail(commentStrings.editFailed, error),
  });
}

/** Deletes a comment if it still has this version; otherwise a toast says that it was changed, and it is read again. */
export function useDeleteComment(ticketId: string, id: string) {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: (ifMatch: string) =>
      core.DELETE('/api/comments/{id}', { params: { path: { id }, header: { 'If-Match': ifMatch } } }),
    // Its photos go with it.
    onSuccess: () =>
      Promise.all([
        refreshTicket(client, ticketId),
        client.invalidateQueries({ queryKey: [tickets, ticketId, 'attachments'] }),
      ]),
    onError: async (error) => {
      const isOutdated = isApiError(error) && error.status === 412;
      fail(isOutdated ? commentStrings.changedMeanwhile : commentStrings.deleteFailed, error);
      if (isOutdated) await refreshTimeline(client, ticketId);
    },
  });
}
