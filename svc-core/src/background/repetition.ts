/** Background work that runs repeatedly in every replica, never twice at once in one process. */
export class Repetition {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopping = false;

  /**
   * @param everyMs from the end of one round to the start of the next
   * @param work one round; should return soon once {@link isStopping}
   * @param onFailure called with the error of a failed round; the next round runs anyway
   */
  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  get isStopping(): boolean {
    return this.stopping;
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.round = this.work()
        .catch(this.onFailure)
        .then(() => {
          if (!this.stopping) this.start();
        });
    }, this.everyMs).unref();
  }

  /** Resolves when the current round has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.round;
  }
}
