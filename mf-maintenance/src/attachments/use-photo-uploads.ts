import { useQuery } from '@tanstack/react-query';
import {
  DEFAULT_MAX_BYTES,
  maxBytesQuery,
  type RecordAttachmentRequest,
  useGrantUpload,
  useRecordAttachment,
} from './attachments.queries.ts';
import { attachmentStrings } from './attachment-strings.ts';

/**
 * The maximum size of a photo in bytes, and a function that attaches photos, to a comment or with a purpose, and returns
 * those that failed.
 */
export function usePhotoUploads(ticketId: string) {
  const { mutateAsync: grant } = useGrantUpload(ticketId);
  const { mutateAsync: record } = useRecordAttachment(ticketId);
  const { data: maxBytes = DEFAULT_MAX_BYTES } = useQuery(maxBytesQuery);
  return {
    maxBytes,
    send: async (as: Pick<RecordAttachmentRequest, 'commentId' | 'purpose'>, files: readonly File[]) => {
      const api = {
        grant,
        record: (request: RecordAttachmentRequest) => record({ ...request, ...as }),
      };
      try {
        const { uploadPhotos } = await import('./photo-uploads.ts');
        return await uploadPhotos(files, { maxBytes, api });
      } catch {
        // The code could not be loaded.
        return files.map((file) => ({ file, problem: attachmentStrings.uploadFailed }));
      }
    },
  };
}
