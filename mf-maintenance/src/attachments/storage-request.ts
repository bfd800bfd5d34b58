import { fetcher as send, type FetcherOptions } from '@uppy/core/utils';
import { withRetries } from './retries.ts';
import { inWidgetWords } from './upload-refusal.ts';

/**
 * Sends one request to the storage.
 * @throws UploadRefusal for an error response, Error without a response
 */
export async function sendOnce(url: string, options: FetcherOptions): Promise<XMLHttpRequest> {
  try {
    return await send(url, { ...options, retries: 0 });
  } catch (error) {
    throw inWidgetWords(error);
  }
}

/**
 * Replaces Uppy's `fetcher` in `@uppy/aws-s3` (webpack.uploads.ts): its three retries after 150, 300 and 600 ms cannot
 * be configured, and it reports every failure as "S3 returned" with a status.
 */
export const fetcher = (url: string, options: FetcherOptions = {}): Promise<XMLHttpRequest> =>
  withRetries(() => sendOnce(url, options), options.signal);
