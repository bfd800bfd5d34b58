import { bodyOf, isApiError } from '@mainstay/web-kit';
import { attachmentsApi } from '../api/attachments.ts';
import { type PartsApi } from './storage-uploader.ts';

/** The API calls for multipart uploads. */
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

/** Returns an unused upload grant. */
export const cancelUpload = (objectPath: string) =>
  attachmentsApi.DELETE('/api/attachments/upload', { params: { query: { objectPath } } });
