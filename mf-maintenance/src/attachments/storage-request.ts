import { fetcher as send, type FetcherOptions } from '@uppy/core/utils';
import { withRetries } from './retries.ts';
import { inWidgetWords } from './upload-refusal.ts';

/** Sends a request to the storage, once. @throws UploadRefusal what it answers, Error when it does not. */
export async function sendOnce(url: string, options: FetcherOptions): Promise<XMLHttpRequest> {
  try {
    return await send(url, { ...options, retries: 0 });
  } catch (error) {
    throw inWidgetWords(error);
  }
}

/**
 * Stands in for Uppy's `fetcher` in `@uppy/aws-s3` (webpack.uploads.ts), whose own three retries after 150, 300 and 600 ms
 * cannot be set, and which would call every failure "S3 returned" with its status.
 */
export const fetcher = (url: string, options: FetcherOptions = {}): Promise<XMLHttpRequest> =>
  withRetries(() => sendOnce(url, options), options.signal);
