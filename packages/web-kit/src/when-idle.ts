const SOON_MS = 200;
const AGAIN_MS = 30_000;

/** Not in Safari. */
const idle = (then: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(then) : setTimeout(then, SOON_MS);

/** Whether something on the page says that it is loading. */
const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;

/**
 * Calls back once the page has nothing else to do, and nothing on it is busy, for what is fetched ahead; after a
 * rejection again, half a minute later.
 * @returns a function that cancels it
 */
export function whenIdle(then: () => unknown): () => void {
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
