import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { outsideRequest } from './request-context.ts';

/**
 * Work that every replica does in rounds. A subclass starts a round from a method with `@Interval`; rounds never
 * overlap in one process.
 *
 * The one class that others extend: Nest calls the hook below on each provider itself, so that none can forget to wait
 * for its round at the end.
 */
export abstract class BackgroundWork implements BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  /** A long round should end soon once this is true. */
  protected isStopping = false;
  private current: Promise<void> | undefined;
  private isWantedAgain = false;

  /**
   * Starts a round, unless the service is stopping. If one is running, another follows it, because the running one may
   * have looked before there was something new.
   * @param failure logged with the error of a failed round; later rounds run anyway
   */
  protected start(round: () => Promise<void>, failure: string): void {
    if (this.isStopping) return;
    if (this.current) {
      this.isWantedAgain = true;
      return;
    }
    // A request may start a round, but the round works for everyone.
    this.current = outsideRequest(round)
      .catch((error: unknown) => this.logger.warn({ err: error }, failure))
      .finally(() => {
        this.current = undefined;
        if (!this.isWantedAgain) return;
        this.isWantedAgain = false;
        this.start(round, failure);
      });
  }

  /** Resolves when no round is running, nor the one that was asked for meanwhile. */
  async idle(): Promise<void> {
    while (this.current) await this.current;
  }

  /** Resolves when the current round has ended; no other starts. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.idle();
  }
}
