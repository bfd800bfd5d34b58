declare global {
  /**
   * By how much the server's clock is ahead of this device's (ms). Each remote may have a copy of this module: the page
   * has this. shell/src/app/start.js sets it first.
   */
  var mainstayClockAhead: number | undefined;
  interface WindowEventMap {
    /** It is another. */
    'mainstay:clock': Event;
  }
}

/** A response names the second in which it was sent, and takes a while to arrive: smaller differences are none. */
const SAME_MS = 5000;

/** Learns from a response of the API, which no cache keeps, what time it is. */
export function noteTime({ headers, url }: Response): void {
  if (!URL.canParse(url) || !new URL(url).pathname.startsWith('/api/')) return;
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!(Math.abs(ahead - (globalThis.mainstayClockAhead ?? 0)) > SAME_MS)) return;
  globalThis.mainstayClockAhead = ahead;
  globalThis.dispatchEvent(new Event('mainstay:clock'));
}

/**
 * The time by the server's clock (ms since 1970), whatever the device's says.
 * @param ahead the difference of an earlier page, while this one has heard nothing of the server
 */
export const serverNow = (ahead = 0): number => Date.now() + (globalThis.mainstayClockAhead ?? ahead);
