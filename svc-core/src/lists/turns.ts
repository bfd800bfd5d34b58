import { unavailable } from '@mainstay/service-kit';
import { setImmediate } from 'node:timers/promises';

/** Limits how many callers run at once; the others wait in order of arrival. */
export class Turns {
  private free: number;
  private readonly waiting = new Set<() => void>();

  /** @param patienceMs maximum time a caller waits */
  constructor(
    most: number,
    private readonly patienceMs: number,
  ) {
    this.free = most;
  }

  /**
   * Resolves when it is the caller's turn. The caller must call the returned function exactly once when done.
   * @throws Problem 503 after waiting too long
   */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await this.wait();
    return () => this.pass();
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(go);
        reject(unavailable('Too many requests at once. Please try again shortly.'));
      }, this.patienceMs);
      this.waiting.add(go);
    });
  }

  /** Passes the turn to the caller who has waited longest. */
  private pass(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

let lastRound = Promise.resolve();

/** Resolves in a separate round of the event loop, so that other requests are handled in between. */
export function ownRound(): Promise<void> {
  lastRound = lastRound.then(() => setImmediate());
  return lastRound;
}
