import { isApiError } from '@mainstay/web-kit/api-error';
import { serverNow } from '@mainstay/web-kit/server-clock';
import { type PhotoTarget, putPhoto } from '../api/intake-api.ts';
import { type PhotoGrant } from '../api/intake-types.ts';

/** The result: `refused` and `full` are final, a `failed` photo may be sent again. */
export interface SentPhoto {
  state: 'sent' | 'failed' | 'refused' | 'full';
  /** For the next attempt, if there is one. */
  grant?: PhotoGrant;
  /** Seconds until the next attempt may succeed, if the service says so. */
  retryAfter?: number;
}

/** Skip a grant that expires sooner. */
export const LEAST_MS = 60_000;

/** Further attempts to finish a photo while the service is busy with others. */
const REPEATS = 3;
/** The longest pause before one, in seconds. What takes longer is left to the next attempt. */
const LONGEST_PAUSE_S = 10;

/** Sends a photo. The grant of an earlier attempt is used again, so that the photo counts once. */
export async function sendPhoto(target: PhotoTarget, photo: Blob, earlier?: PhotoGrant): Promise<SentPhoto> {
  let grant = earlier && Date.parse(earlier.expiresAt) - serverNow() >= LEAST_MS ? earlier : undefined;
  try {
    if (grant === undefined) {
      const granted = await grantOrFull(target);
      if (granted === 'full') return { state: 'full' };
      grant = granted;
    }
    await putPhoto(grant.uploadURL, photo);
    await finish(target, grant.id);
    return { state: 'sent' };
  } catch (error) {
    const status = isApiError(error) ? error.status : 0;
    if (status === 413 || status === 422) return { state: 'refused' };
    // 409: what was put there is not there yet.
    const isPassing = [0, 408, 409, 429].includes(status) || status >= 500;
    // The address leads to nothing any more.
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

async function grantOrFull({ grant }: PhotoTarget): Promise<PhotoGrant | 'full'> {
  try {
    return await grant();
  } catch (error) {
    if (isApiError(error) && error.status === 409) return 'full';
    throw error;
  }
}

/**
 * Finishes a photo, and asks again while the service says when it will have time.
 * @throws as `PhotoTarget`
 */
async function finish(target: PhotoTarget, id: string): Promise<void> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      await target.finish(id);
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
