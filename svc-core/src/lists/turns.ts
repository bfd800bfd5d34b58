import { unavailable } from '@mainstay/service-kit';
import { setImmediate } from 'node:timers/promises';

/** Lets a number of callers do something at once; the others wait in the order they came. */
export class Turns {
  private free: number;
  private readonly waiting = new Set<() => void>();

  /** @param patienceMs how long a caller waits at most */
  constructor(
    most: number,
    private readonly patienceMs: number,
  ) {
    this.free = most;
  }

  /**
   * Resolves when it is the caller's turn, who calls what it gets exactly once, when done.
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
        reject(unavailable('Too many lists are being read. Please try again shortly.'));
      }, this.patienceMs);
      this.waiting.add(go);
    });
  }

  /** To the one who has waited longest. */
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

/** Resolves in a round of the event loop that no other caller gets: other requests come in between. */
export function ownRound(): Promise<void> {
  lastRound = lastRound.then(() => setImmediate());
  return lastRound;
}
