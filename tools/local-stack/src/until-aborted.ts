/**
 * The result of `work`, or a rejection as soon as the user asks to stop: for work that waits for other processes and
 * ends with them.
 */
export async function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let stopWaiting: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stopWaiting = () => reject(new Error('stopped'));
    signal.addEventListener('abort', stopWaiting);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stopWaiting) signal.removeEventListener('abort', stopWaiting);
  }
}
