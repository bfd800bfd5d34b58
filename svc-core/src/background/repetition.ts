/** Work in the background that every replica does again and again, never twice at once. */
export class Repetition {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private stopping = false;

  /**
   * @param everyMs from the end of one round to the start of the next
   * @param work a round; it should return soon once {@link isStopping}
   * @param onFailure learns why a round failed; the next one comes all the same
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

  /** Resolves when the last round has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.round;
  }
}
