import { fetcher, type FetcherOptions } from '@uppy/core/utils';
import { inWidgetWords } from './upload-refusal.ts';

/**
 * Sends one request to the storage, once the browser is online.
 * @throws UploadRefusal for an error response, Error without a response
 */
export async function sendOnce(url: string, options: FetcherOptions): Promise<XMLHttpRequest> {
  if (!navigator.onLine) await untilOnline(options.signal);
  try {
    return await fetcher(url, { ...options, retries: 0 });
  } catch (error) {
    throw inWidgetWords(error);
  }
}

function untilOnline(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    addEventListener('online', () => resolve(), { once: true });
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')), {
      once: true,
    });
  });
}
