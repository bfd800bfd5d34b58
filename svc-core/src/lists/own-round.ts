import { setImmediate } from 'node:timers/promises';

let lastRound = Promise.resolve();

/** Resolves in a separate round of the event loop, so that other requests are handled in between. */
export function ownRound(): Promise<void> {
  lastRound = lastRound.then(() => setImmediate());
  return lastRound;
}
