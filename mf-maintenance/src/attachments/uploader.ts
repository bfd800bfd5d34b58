import { isApiError, keepItem } from '@mainstay/web-kit';
import Uppy from '@uppy/core';
import GoldenRetriever from '@uppy/golden-retriever';
import { type RecordAttachmentRequest } from './attachments.queries.ts';
import {
  addStorageUploader,
  type PartsApi,
  type Uploaded,
  type UploadMeta,
  type Widget,
} from './storage-uploader.ts';
import { inWidgetWords, UploadRefusal } from './upload-refusal.ts';

/** A grant to upload one file. */
export interface UploadGrant {
  uploadURL: string;
  objectPath: string;
}

/** The API calls for uploads. */
export interface UploadsApi {
  /** Requests a grant for a file of this size in bytes. */
  grant: (fileSize: number) => Promise<UploadGrant>;
  /** Returns an unused grant. */
  cancel: (objectPath: string) => Promise<unknown>;
  record: (request: RecordAttachmentRequest) => Promise<unknown>;
  parts: PartsApi;
}

const NOT_UPLOADED = {
  uploadStarted: null,
  uploadComplete: false,
  percentage: 0,
  bytesUploaded: false,
} as const;

/**
 * Creates an Uppy for files of at most `maxBytes`: it uploads each file to its granted URL and then records it. With
 * `isSingle` it takes one file, which survives a reload under the same `id` until it is uploaded. The upload has
 * succeeded on `postprocess-complete`; if recording fails, the upload fails (`upload-error`) and can be retried.
 */
export function createUploader({
  id,
  maxBytes,
  isSingle,
  api,
}: {
  id: string;
  maxBytes: number;
  isSingle: boolean;
  api: UploadsApi;
}): Widget {
  const uppy = new Uppy<UploadMeta, Uploaded>({ id, autoProceed: false });
  if (isSingle) {
    limitToOneFile(uppy, maxBytes);
    // Where the browser keeps nothing it fails.
    if (keepItem('localStorage', 'mainstay.probe', null)) uppy.use(GoldenRetriever);
  } else {
    uppy.setOptions({ restrictions: { maxFileSize: maxBytes } });
  }
  const grants = new KeptGrants(uppy, api);
  addStorageUploader(uppy, {
    target: async (fileId) => {
      const { uploadURL, objectPath } = await grants.of(fileId);
      return { url: uploadURL, key: objectPath };
    },
    parts: api.parts,
  });
  uppy.addPostProcessor(async (fileIds) => {
    for (const file of fileIds.map((fileId) => uppy.getFile(fileId))) {
      const objectPath = file.response?.body?.key;
      if (file.error || objectPath === undefined) continue;
      // The one that is chosen when the file has arrived.
      const { purpose } = uppy.getState().meta;
      try {
        await api
          .record({
            fileName: file.name,
            fileType: file.type || null,
            fileSize: file.size ?? 0,
            objectPath,
            ...(purpose && { purpose }),
          })
          .catch(passIfRecorded);
        grants.forget(file.id);
        uppy.emit('postprocess-complete', file);
      } catch (error) {
        // Retry uploads the file again: the service may have deleted what it rejected.
        uppy.setFileState(file.id, { progress: { ...NOT_UPLOADED, bytesTotal: file.size } });
        // The object was removed or replaced.
        if (isApiError(error) && (error.status === 404 || error.status === 409)) grants.giveBack(file.id);
        uppy.emit('upload-error', uppy.getFile(file.id), inWidgetWords(error));
      }
    }
  });
  return uppy;
}

/** An earlier attempt recorded the file, and its response was lost. */
function passIfRecorded(error: unknown): void {
  if (!isApiError(error) || error.code !== 'already_recorded') throw error;
}

/** One file at a time, of at most `maxBytes`. */
export function limitToOneFile(uppy: Widget, maxBytes: number): void {
  uppy.setOptions({ restrictions: { maxNumberOfFiles: 1, maxFileSize: maxBytes } });
}

/** The grants of files that are uploaded whole. A retry reuses the first grant. */
class KeptGrants {
  /** By file id. */
  private readonly grants = new Map<string, UploadGrant>();

  constructor(
    private readonly uppy: Widget,
    private readonly api: UploadsApi,
  ) {
    uppy.on('file-removed', ({ id }) => this.giveBack(id));
    uppy.on('upload-error', (file, error) => {
      // The storage would reject this URL again.
      if (file && error instanceof UploadRefusal && error.status < 500) this.giveBack(file.id);
    });
  }

  async of(fileId: string): Promise<UploadGrant> {
    const known = this.grants.get(fileId);
    if (known) return known;
    const grant = await this.api.grant(this.uppy.getFile(fileId).size ?? 0);
    this.grants.set(fileId, grant);
    // The file was removed in the meantime.
    if (!(fileId in this.uppy.getState().files)) this.giveBack(fileId);
    return grant;
  }

  forget(fileId: string): void {
    this.grants.delete(fileId);
  }

  giveBack(fileId: string): void {
    const grant = this.grants.get(fileId);
    if (!grant) return;
    this.forget(fileId);
    // Best effort: a grant that cannot be returned is reclaimed when its space is needed.
    this.api.cancel(grant.objectPath).catch((error: unknown) => this.uppy.log(error, 'warning'));
  }
}
