import { bodyOf, failureWords, loadQuery, pagedQuery, useFailureToast, useToast } from '@mainstay/web-kit';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { attachmentsApi, type AttachmentsSchemas } from '../api/attachments.ts';
import { refreshTimeline } from '../api/timeline.ts';
import { strings } from '../strings.ts';
import { attachmentStrings } from './attachment-strings.ts';

export type RecordAttachmentRequest = AttachmentsSchemas['RecordAttachmentRequest'];
type AttachmentOfThisVersion = AttachmentsSchemas['AttachmentResponse'];
/** What a picture shows; null for neither. */
export type Purpose = AttachmentOfThisVersion['purpose'];
/** An attachment. While a deployment is under way, the service may know no purposes yet. */
export type Attachment = Omit<AttachmentOfThisVersion, 'purpose'> & { purpose?: Purpose };

const keyOf = (ticketId: string) => ['/api/tickets', ticketId, 'attachments'];

/** A ticket's attachments, newest first, page by page. */
export const attachmentsQuery = (ticketId: string) =>
  pagedQuery(keyOf(ticketId), {}, (query, signal) =>
    attachmentsApi.GET('/api/tickets/{id}/attachments', {
      params: { path: { id: ticketId }, query },
      signal,
    }),
  );

/** Maximum file size in bytes (specification, sections 5 and 9), unless the operator sets another. */
export const DEFAULT_MAX_BYTES = 10_485_760;

/** The configured maximum file size; the default until it is loaded. */
export const maxBytesQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const limit: unknown =
      typeof settings === 'object' && settings !== null
        ? Reflect.get(settings, 'maxAttachmentBytes')
        : undefined;
    return typeof limit === 'number' && limit > 0 ? limit : DEFAULT_MAX_BYTES;
  },
});

/** Requests an upload URL for a file of this size. The grant is for one upload by this user. */
export function useGrantUpload(ticketId: string) {
  return useMutation({
    mutationFn: (fileSize: number) =>
      bodyOf(attachmentsApi.POST('/api/attachments/upload', { params: { query: { ticketId, fileSize } } })),
  });
}

/** Refreshes the list, and the timeline, which has lines on attachments. */
const refreshAttachments = (client: QueryClient, ticketId: string) =>
  Promise.all([client.invalidateQueries({ queryKey: keyOf(ticketId) }), refreshTimeline(client, ticketId)]);

/** Records an uploaded file as an attachment of the ticket and refreshes the list. */
export function useRecordAttachment(ticketId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RecordAttachmentRequest) =>
      bodyOf(
        attachmentsApi.POST('/api/tickets/{id}/attachments', { params: { path: { id: ticketId } }, body }),
      ),
    onSuccess: () => refreshAttachments(client, ticketId),
  });
}

/** Changes what a picture of a ticket shows. */
export function useSetPurpose(ticketId: string) {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: ({ id, purpose }: { id: string; purpose: Purpose }) =>
      attachmentsApi.PATCH('/api/attachments/{id}', { params: { path: { id } }, body: { purpose } }),
    onSuccess: () => refreshAttachments(client, ticketId),
    onError: (error) => fail(error.message || attachmentStrings.purposeFailed, error),
  });
}

/** Deletes an attachment and its file, with a toast for either outcome. */
export function useDeleteAttachment(ticketId: string) {
  const client = useQueryClient();
  const toast = useToast();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: (id: string) => attachmentsApi.DELETE('/api/attachments/{id}', { params: { path: { id } } }),
    onSuccess: () => {
      toast({ title: strings.success, description: attachmentStrings.deleted });
      return refreshAttachments(client, ticketId);
    },
    onError: (error) => fail(error.message || attachmentStrings.deleteFailed),
  });
}

const readDownload = (id: string) =>
  bodyOf(attachmentsApi.GET('/api/attachments/{id}/download', { params: { path: { id } } }));

/** A signed URL of the file. */
export const downloadQuery = (id: string) =>
  queryOptions({ queryKey: ['/api/attachments', id, 'download'], queryFn: () => readDownload(id) });

/** Downloads the file. Without a tab of its own, which would stay in Firefox: a download leaves the page where it is. */
export function useDownloadAttachment() {
  const fail = useFailureToast();
  return useMutation({
    mutationFn: async (id: string) => {
      const { downloadURL } = await readDownload(id);
      Object.assign(document.createElement('a'), { href: downloadURL, download: '' }).click();
    },
    onError: (error) => fail(failureWords(error.message || attachmentStrings.downloadFailed, error)),
  });
}
