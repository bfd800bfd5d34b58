import { isApiError } from '@mainstay/web-kit/api-error';
import { finishPhoto, grantPhoto, putPhoto } from '../api/intake-api.ts';
import { type PhotoGrant } from '../api/intake-types.ts';

/** What became of a photo: refused and full are final, a failed one may be sent again. */
export interface SentPhoto {
  state: 'sent' | 'failed' | 'refused' | 'full';
  /** For the next try, if there is one. */
  grant?: PhotoGrant;
  /** Seconds until the next try may succeed, if the service says it. */
  retryAfter?: number;
}

/** A grant that ends so soon is not begun with. */
const LEAST_MS = 60_000;

/** How often the service is asked again to finish a photo while it is busy with those of others. */
const REPEATS = 3;
/** The longest pause before that, in seconds. What takes longer is left to the next try. */
const LONGEST_PAUSE_S = 10;

/** Sends a photo of a report. With the grant of an earlier try no second place of the report's is taken. */
export async function sendPhoto(token: string, photo: Blob, earlier?: PhotoGrant): Promise<SentPhoto> {
  let grant = earlier && Date.parse(earlier.expiresAt) - Date.now() >= LEAST_MS ? earlier : undefined;
  try {
    if (grant === undefined) {
      const granted = await grantOrFull(token);
      if (granted === 'full') return { state: 'full' };
      grant = granted;
    }
    await putPhoto(grant.uploadURL, photo);
    await finish(token, grant.id);
    return { state: 'sent' };
  } catch (error) {
    const status = isApiError(error) ? error.status : 0;
    if (status === 413 || status === 422) return { state: 'refused' };
    // 409: what was put there is not there yet.
    const isPassing = [0, 408, 409, 429].includes(status) || status >= 500;
    // The report can no longer be followed.
    if (grant === undefined && !isPassing) return { state: 'refused' };
    const retryAfter = isApiError(error) ? error.retryAfter : undefined;
    return {
      state: 'failed',
      // A grant that is not accepted has ended: the next try asks for another one.
      ...(grant !== undefined && isPassing && { grant }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }
}

async function grantOrFull(token: string): Promise<PhotoGrant | 'full'> {
  try {
    return await grantPhoto(token);
  } catch (error) {
    if (isApiError(error) && error.status === 409) return 'full';
    throw error;
  }
}

/** Finishes a photo, and asks again while the service says when it will have time. @throws as `finishPhoto` */
async function finish(token: string, id: string): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      await finishPhoto(token, id);
      return;
    } catch (error) {
      const pause = isApiError(error) && error.status === 503 ? error.retryAfter : undefined;
      if (pause === undefined || pause > LONGEST_PAUSE_S || repeats >= REPEATS) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, pause * 1000);
      });
    }
  }
}
