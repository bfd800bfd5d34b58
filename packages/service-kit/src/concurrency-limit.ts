import { type Problem, unavailable } from './problem.ts';

const tooMany = () => unavailable('Too many requests at once. Please try again shortly.');

/** Limits how many callers run at once; the others wait in order of arrival. */
export class ConcurrencyLimit {
  private free: number;
  private readonly waiting = new Set<() => void>();

  /**
   * @param patienceMs maximum time a caller waits
   * @param refusal of one who has waited that long
   */
  constructor(
    private readonly most: number,
    private readonly patienceMs: number,
    private readonly refusal: () => Problem = tooMany,
  ) {
    this.free = most;
  }

  /** Whether nobody runs, so that nobody waits either. */
  get isIdle(): boolean {
    return this.free === this.most;
  }

  /**
   * Resolves when the caller may run. The caller must call the returned function exactly once when done.
   * @throws Problem 503, or the refusal, after waiting too long
   */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await this.wait();
    return () => this.leave();
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(enter);
        reject(this.refusal());
      }, this.patienceMs);
      this.waiting.add(enter);
    });
  }

  /** Lets the caller enter who has waited longest. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
