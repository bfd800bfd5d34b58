interface Leadership {
  /**
   * Waits until this tab leads.
   * @param isStolen takes the lead from a tab that is silent
   */
  queue: (isStolen: boolean) => void;
  /** Lets another tab lead, and waits no longer. */
  leave: () => void;
}

/**
 * Which tab of this browser leads: the one that has a lock. It loses the lock to a tab that takes it, and then waits
 * again.
 * @param name of the lock
 * @param lead called when this tab leads: also where locks are not allowed, as where there are none
 * @param onLost called when a wait or the lead has ended, other than by `leave`
 */
export function leadershipOf(
  name: string,
  { lead, onLost }: { lead: () => void; onLost: () => void },
): Leadership {
  let waiting = new AbortController();
  let stepDown: () => void = () => undefined;

  const queue = (isStolen: boolean) => {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    /** @returns a promise that resolves when the tab leaves */
    const hold = () => {
      if (signal.aborted) return Promise.resolve();
      lead();
      return new Promise<void>((resolve) => {
        stepDown = resolve;
      });
    };
    navigator.locks.request(name, isStolen ? { steal: true } : { signal }, hold).catch((error: unknown) => {
      // This tab has left, or asked again.
      if (signal.aborted) return;
      const isTakenOver = error instanceof DOMException && error.name === 'AbortError';
      stepDown();
      onLost();
      if (isTakenOver) queue(false);
      else void hold();
    });
  };

  return {
    queue,
    leave: () => {
      waiting.abort();
      stepDown();
    },
  };
}
