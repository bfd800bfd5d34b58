import { isApiError } from '@mainstay/web-kit';
import { UploadRefusal } from './upload-refusal.ts';

/** Delays in milliseconds before each retry (specification, section 9). */
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];

/**
 * Retries a failed request after each of {@link RETRY_DELAYS_MS}, unless the response would be the same again (a 4xx
 * other than 408 and 429). `signal` also aborts the delay.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  signal?: AbortSignal | null,
): Promise<Result> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted || !mayPass(error)) throw error;
    }
    await pause(delay, signal);
  }
  return attempt();
}

function mayPass(error: unknown): boolean {
  const status = error instanceof UploadRefusal || isApiError(error) ? error.status : undefined;
  // No status means no response.
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
