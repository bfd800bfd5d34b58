import {
  bodyOf,
  byPage,
  isApiError,
  loadQuery,
  pageAt,
  type PagedQuery,
  pageOf,
  useToast,
} from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { attachmentsApi, type AttachmentsSchemas } from '../api/attachments.ts';
import { strings } from '../strings.ts';
import { type PartsApi } from './parts-uploader.ts';

export type Attachment = AttachmentsSchemas['AttachmentResponse'];
export type RecordAttachmentRequest = AttachmentsSchemas['RecordAttachmentRequest'];

const keyOf = (ticketId: string) => ['/api/tickets', ticketId, 'attachments'];

/** A ticket's attachments, newest first, page by page. */
export const attachmentsQuery = (ticketId: string): PagedQuery<Attachment> => ({
  ...byPage,
  queryKey: [...keyOf(ticketId), pageAt(undefined)],
  queryFn: ({ pageParam, signal }) => {
    const params = { path: { id: ticketId }, query: pageAt(pageParam) };
    return pageOf(attachmentsApi.GET('/api/tickets/{id}/attachments', { params, signal }));
  },
});

/** A function that tells of a failure: the error's message, else `otherwise`. */
export function useFailureToast() {
  const toast = useToast();
  return (error: Error, otherwise: string) =>
    toast({ title: strings.error, description: error.message || otherwise, variant: 'destructive' });
}

/** Bytes of one file at most (specification, sections 5 and 9), unless the operator set another limit. */
export const DEFAULT_MAX_BYTES = 10_485_760;

/** The limit that the operator set; the default while it is not known. */
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

/** The calls for uploads in parts. */
export const partsApi: PartsApi = {
  create: (body) => bodyOf(attachmentsApi.POST('/api/attachments/s3/multipart', { body })),
  list: async ({ key, uploadId }) => {
    const params = { path: { uploadId }, query: { key } };
    try {
      return await bodyOf(attachmentsApi.GET('/api/attachments/s3/multipart/{uploadId}', { params }));
    } catch (error) {
      if (isApiError(error) && error.status === 404) return undefined;
      throw error;
    }
  },
  sign: async ({ key, uploadId }, partNumber) => {
    const params = { path: { uploadId, partNumber: String(partNumber) }, query: { key } };
    const path = '/api/attachments/s3/multipart/{uploadId}/{partNumber}';
    return (await bodyOf(attachmentsApi.GET(path, { params }))).url;
  },
  complete: ({ key, uploadId }, parts) => {
    const params = { path: { uploadId }, query: { key } };
    const path = '/api/attachments/s3/multipart/{uploadId}/complete';
    return bodyOf(attachmentsApi.POST(path, { params, body: { parts } }));
  },
  abort: ({ key, uploadId }) =>
    attachmentsApi.DELETE('/api/attachments/s3/multipart/{uploadId}', {
      params: { path: { uploadId }, query: { key } },
    }),
};

/** Asks where a file of so many bytes may be sent for a ticket: one upload, granted to this user. */
export function useGrantUpload(ticketId: string) {
  return useMutation({
    mutationFn: (fileSize: number) =>
      bodyOf(attachmentsApi.POST('/api/attachments/upload', { params: { query: { ticketId, fileSize } } })),
  });
}

/** Gives a granted upload up. */
export const cancelUpload = (objectPath: string) =>
  attachmentsApi.DELETE('/api/attachments/upload', { params: { query: { objectPath } } });

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
