import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { outsideRequest } from './request-context.ts';

/**
 * Work that every replica does in rounds. A subclass starts a round from a method with `@Interval`; rounds never overlap in
 * one process.
 */
export abstract class BackgroundWork implements BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  /** A long round should end soon once this is true. */
  protected isStopping = false;
  private current: Promise<void> | undefined;

  /**
   * Starts a round, unless one is running or the service is stopping.
   * @param failure logged with the error of a failed round; later rounds run anyway
   */
  protected start(round: () => Promise<void>, failure: string): void {
    if (this.isStopping) return;
    // A request may start a round, but the round works for everyone.
    this.current ??= outsideRequest(round)
      .catch((error: unknown) => this.logger.warn({ err: error }, failure))
      .finally(() => (this.current = undefined));
  }

  /** Resolves when the current round has ended; no other starts. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.current;
  }
}
