import { once } from 'node:events';

/**
 * The result of `work`, or a rejection as soon as the user asks to stop: for work that waits for other processes and
 * ends with them.
 */
export async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const isDone = new AbortController();
  const aborted = once(signal, 'abort', { signal: isDone.signal }).then(() =>
    Promise.reject(new Error('stopped')),
  );
  try {
    return await Promise.race([work, aborted]);
  } finally {
    isDone.abort();
  }
}
