import AwsS3, { type AwsBody } from '@uppy/aws-s3';
import Uppy, { type Meta } from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import { type RecordAttachmentRequest } from './attachments.queries.ts';
import { addPartsUploader, type PartsApi } from './parts-uploader.ts';

/**
 * An Uppy that takes one file of at most `maxBytes`, sends it to where `grant` says and then has it recorded. A file chosen and not
 * yet sent survives a reload under the same `id`. The upload has succeeded on `postprocess-complete`; a recording
 * that fails is the upload's failure (`upload-error`), with Retry.
 */
export function createUploader({
  id,
  maxBytes,
  grant,
  parts,
  record,
}: {
  id: string;
  maxBytes: number;
  grant: () => Promise<{ uploadURL: string; objectPath: string }>;
  parts: PartsApi;
  record: (request: RecordAttachmentRequest) => Promise<unknown>;
}) {
  const uppy = new Uppy<Meta, AwsBody>({
    id,
    autoProceed: false,
  });
  limitFileSize(uppy, maxBytes);
  uppy.use(GoldenRetriever);
  addPartsUploader(uppy, parts);
  uppy.use(AwsS3, {
    generateObjectKey: (file) => file.id,
    // The key of the answer is the service's own, whatever key was asked for.
    signRequest: async () => {
      const { uploadURL, objectPath } = await grant();
      return { url: uploadURL, key: objectPath };
    },
  });
  uppy.addPostProcessor(async (fileIds) => {
    for (const file of fileIds.map((fileId) => uppy.getFile(fileId))) {
      const objectPath = file.response?.body?.key;
      if (file.error || objectPath === undefined) continue;
      try {
        await record({
          fileName: file.name,
          fileType: file.type || null,
          fileSize: file.size ?? 0,
          objectPath,
        });
        uppy.emit('postprocess-complete', file);
      } catch (error) {
        // Retry is to send the file again: the service may have removed what it refused.
        uppy.setFileState(file.id, {
          progress: {
            uploadStarted: null,
            uploadComplete: false,
            percentage: 0,
            bytesUploaded: false,
            bytesTotal: file.size,
          },
        });
        uppy.emit(
          'upload-error',
          uppy.getFile(file.id),
          error instanceof Error ? error : new Error(String(error)),
        );
      }
    }
  });
  return uppy;
}

/** One file at a time, of at most `maxBytes`. */
export function limitFileSize(uppy: Uppy<Meta, AwsBody>, maxBytes: number): void {
  uppy.setOptions({ restrictions: { maxNumberOfFiles: 1, maxFileSize: maxBytes } });
}
