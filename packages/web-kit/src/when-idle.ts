const SOON_MS = 200;
const AGAIN_MS = 30_000;

/** Not in Safari. */
const idle = (then: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(then) : setTimeout(then, SOON_MS);

/**
 * Calls back once the page has nothing else to do, and is not busy, for what is fetched ahead; after a rejection again,
 * half a minute later.
 * @returns a function that cancels it
 */
export function whenIdle(then: () => unknown, isBusy = () => false): () => void {
  let isCancelled = false;
  const ask = () => {
    if (isCancelled) return;
    if (isBusy()) setTimeout(() => idle(ask), SOON_MS);
    else Promise.resolve(then()).catch(() => setTimeout(ask, AGAIN_MS));
  };
  idle(ask);
  return () => {
    isCancelled = true;
  };
}
