import { bodyOf, useToast } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { attachmentsApi, type AttachmentsSchemas } from '../api/attachments.ts';
import { strings } from '../strings.ts';

export type RecordAttachmentRequest = AttachmentsSchemas['RecordAttachmentRequest'];

const keyOf = (ticketId: string) => ['/api/tickets', ticketId, 'attachments'];

/** A ticket's attachments, newest first. */
export const attachmentsQuery = (ticketId: string) =>
  queryOptions({
    queryKey: keyOf(ticketId),
    queryFn: ({ signal }) =>
      bodyOf(
        attachmentsApi.GET('/api/tickets/{id}/attachments', { params: { path: { id: ticketId } }, signal }),
      ),
  });

/** A function that tells of a failure: the error's message, else `otherwise`. */
export function useFailureToast() {
  const toast = useToast();
  return (error: Error, otherwise: string) =>
    toast({ title: strings.error, description: error.message || otherwise, variant: 'destructive' });
}

/** Asks where a file may be sent: one upload, granted to this user. */
export function useGrantUpload() {
  return useMutation({ mutationFn: () => bodyOf(attachmentsApi.POST('/api/attachments/upload')) });
}

/** Makes an uploaded file an attachment of the ticket and refreshes the ticket's list. */
export function useRecordAttachment(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RecordAttachmentRequest) =>
      bodyOf(
        attachmentsApi.POST('/api/tickets/{id}/attachments', { params: { path: { id: ticketId } }, body }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(ticketId) }),
  });
}

/** Deletes an attachment and its file. Both outcomes have their toast. */
export function useDeleteAttachment(ticketId: string) {
  const client = useQueryClient();
  const toast = useToast();
  const tellFailure = useFailureToast();
  return useMutation({
    mutationFn: (id: string) => attachmentsApi.DELETE('/api/attachments/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      toast({ title: strings.success, description: strings.attachments.deleted });
      return client.invalidateQueries({ queryKey: keyOf(ticketId) });
    },
    onError: (error) => tellFailure(error, strings.attachments.deleteFailed),
  });
}

/** Opens a signed address of the file in a new tab. */
export function useDownloadAttachment() {
  const tellFailure = useFailureToast();
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(attachmentsApi.GET('/api/attachments/{id}/download', { params: { path: { id } } })),
    onSuccess: ({ downloadURL }) => {
      window.open(downloadURL, '_blank', 'noopener');
    },
    onError: (error) => tellFailure(error, strings.attachments.downloadFailed),
  });
}
