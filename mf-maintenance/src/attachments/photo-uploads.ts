import { cancelUpload, partsApi } from './upload-api.ts';
import { createUploader, type UploadsApi } from './uploader.ts';

/** A photo that could not be uploaded, with the reason. */
export interface FailedPhoto {
  file: File;
  problem: string;
}

/**
 * Uploads photos of at most `maxBytes` and records them with `api`.
 * @returns those that failed
 */
export async function uploadPhotos(
  files: readonly File[],
  { maxBytes, api }: { maxBytes: number; api: Pick<UploadsApi, 'grant' | 'record'> },
): Promise<FailedPhoto[]> {
  const failed: FailedPhoto[] = [];
  const sent = new Map<string, File>();
  const uppy = createUploader({
    id: crypto.randomUUID(),
    maxBytes,
    isSingle: false,
    api: { ...api, cancel: cancelUpload, parts: partsApi },
  });
  for (const file of files) {
    try {
      sent.set(uppy.addFile({ name: file.name, type: file.type, data: file }), file);
    } catch (error) {
      failed.push({ file, problem: messageOf(error) });
    }
  }
  if (sent.size > 0) await uppy.upload();
  for (const [id, file] of sent) {
    const { error } = uppy.getFile(id);
    if (error !== undefined && error !== null) failed.push({ file, problem: error });
  }
  // Returns the grants of those that failed.
  uppy.destroy();
  return failed;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
