import { conflict, tooLarge, unprocessable } from '@mainstay/service-kit';
import { inProcess } from '../pictures/in-process.ts';
import { PictureRefused } from '../pictures/picture-refused.ts';
import type { Storage } from '../storage/storage.ts';

/** Maximum bytes of an uploaded photo. */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** The type of a photo that is encoded again. */
export const PHOTO_TYPE = 'image/jpeg';

const TOO_LARGE = 'A photo may have at most 10 MB. Please choose a smaller one.';
const notUploaded = () => conflict('not_uploaded', 'The photo is not uploaded yet. Please upload it first.');

/** Keeps in mind that an upload is refused, and throws the reason. */
type Refuse = (reason: Error) => Promise<never>;

/** @throws Problem 409 before it is uploaded, 413 */
export async function requireUploadedPhoto(
  storage: Pick<Storage, 'inspect'>,
  key: string,
  refuse: Refuse,
): Promise<void> {
  const upload = await storage.inspect(key);
  if (!upload) throw notUploaded();
  if (upload.size > MAX_UPLOAD_BYTES) await refuse(tooLarge('file_too_large', TOO_LARGE));
}

/**
 * An uploaded photo, encoded again. The caller has a turn (pictures/turns.ts).
 * @throws Problem 409 before it is uploaded, 413, 422 for what is no photo
 */
export async function encodedPhoto(
  storage: Pick<Storage, 'readBytes'>,
  key: string,
  refuse: Refuse,
): Promise<Buffer> {
  const upload = await storage.readBytes(key, MAX_UPLOAD_BYTES + 1);
  if (!upload) throw notUploaded();
  // It was replaced after it was inspected.
  if (upload.length > MAX_UPLOAD_BYTES) return refuse(tooLarge('file_too_large', TOO_LARGE));
  try {
    return await inProcess('photo', upload);
  } catch (error) {
    if (error instanceof PictureRefused) return refuse(unprocessable('not_a_picture', error.message));
    throw error;
  }
}
