/** A call is sent this often at most: with it, and with what a service may ask to wait, nothing waits for long. */
const ATTEMPTS = 5;
const LONGEST_WAIT_S = 60;
const SHORTEST_WAIT_S = 0.2;

/**
 * Sends a request, again when the response is a 429 or a 503 that says when (`Retry-After`), at most five times. A
 * longer wait than a minute is left to the caller.
 */
export async function patientFetch(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(request.clone());
    const wait = waitOf(response);
    if (wait === undefined || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    await pause(wait * 1000, request.signal);
    request.signal.throwIfAborted();
  }
}

/** In seconds; undefined for a response that asks for no other attempt. */
function waitOf({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return seconds <= LONGEST_WAIT_S ? Math.max(seconds, SHORTEST_WAIT_S) : undefined;
}

/** Ends early when the signal does. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
