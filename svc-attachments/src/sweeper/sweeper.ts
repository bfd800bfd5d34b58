import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Storage, STORAGE } from '../storage/storage.ts';
import { ObjectRemovals, type Removal } from './object-removals.ts';

/** Objects removed concurrently. */
const BATCH = 20;

/**
 * Removes the objects in the outbox from the storage. Every replica sweeps; a failed or interrupted removal stays in
 * the outbox and is retried, and removing twice is harmless.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Sweeper.name);
  private current: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly removals: ObjectRemovals,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'remove'>,
  ) {}

  @Interval('sweep', 60_000)
  run(): void {
    this.current ??= this.sweep()
      .catch((error: unknown) => this.logger.error({ err: error }, 'sweep failed'))
      .finally(() => (this.current = undefined));
  }

  /** Continues at once what the previous process of this replica left. */
  onApplicationBootstrap(): void {
    this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.current;
  }

  /** One pass, until nothing is due or a removal fails. */
  async sweep(): Promise<void> {
    await this.removals.closeGrants();
    await this.removals.expireGrants();
    let failed = false;
    while (!failed && !this.stopping) {
      const removals = await this.removals.take(BATCH);
      if (removals.length === 0) return;
      const outcomes = await Promise.all(removals.map((removal) => this.remove(removal)));
      failed = outcomes.includes(false);
    }
  }

  private async remove(removal: Removal): Promise<boolean> {
    try {
      await this.storage.remove(removal.objectKey);
      await this.removals.finish(removal);
      return true;
    } catch (error) {
      this.logger.warn(
        { err: error, key: removal.objectKey },
        'an object could not be removed; it will be retried',
      );
      return false;
    }
  }
}
