import { finishPhoto, grantPhoto, putPhoto } from '../api/intake-api.ts';
import { type PhotoGrant } from '../api/intake-types.ts';
import { isApiError } from '@mainstay/web-kit/api-error';

/** What became of a photo: refused and full are final, a failed one may be sent again. */
export interface SentPhoto {
  state: 'sent' | 'failed' | 'refused' | 'full';
  /** For the next try, if there is one. */
  grant?: PhotoGrant;
}

/** A grant that ends so soon is not begun with. */
const LEAST_MS = 60_000;

/** Sends a photo of a report. With the grant of an earlier try no second place of the report's is taken. */
export async function sendPhoto(token: string, photo: Blob, earlier?: PhotoGrant): Promise<SentPhoto> {
  let grant = earlier && Date.parse(earlier.expiresAt) - Date.now() >= LEAST_MS ? earlier : undefined;
  try {
    grant ??= await grantPhoto(token);
    await putPhoto(grant.uploadURL, photo);
    await finishPhoto(token, grant.id);
    return { state: 'sent' };
  } catch (error) {
    const status = isApiError(error) ? error.status : 0;
    if (status === 409) return { state: 'full' };
    if (status === 413 || status === 422) return { state: 'refused' };
    const isPassing = status === 0 || status === 408 || status === 429 || status >= 500;
    // The report can no longer be followed.
    if (grant === undefined && !isPassing) return { state: 'refused' };
    // The next try asks for another grant if this one is not accepted.
    return { state: 'failed', ...(grant !== undefined && isPassing && { grant }) };
  }
}
