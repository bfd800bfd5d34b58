import { BackgroundWork } from '@mainstay/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
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
export class Sweeper extends BackgroundWork implements OnApplicationBootstrap {
  constructor(
    private readonly removals: ObjectRemovals,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'remove'>,
  ) {
    super();
  }

  @Interval('sweep', 60_000)
  run(): void {
    this.start(() => this.sweep(), 'Unreferenced objects could not be removed; retrying in a minute');
  }

  /** Continues at once what the previous process of this replica left. */
  onApplicationBootstrap(): void {
    this.run();
  }

  /** One pass, until nothing is due or a removal fails. */
  async sweep(): Promise<void> {
    await this.removals.endComments();
    await this.removals.endUploads();
    let removals: Removal[];
    let removed: Removal[];
    do {
      removals = this.isStopping ? [] : await this.removals.take(BATCH);
      if (removals.length === 0) return;
      const isRemoved = await Promise.all(removals.map((removal) => this.remove(removal)));
      removed = removals.filter((_, index) => isRemoved[index]);
      await this.removals.finish(removed);
    } while (removed.length === removals.length);
  }

  /** @returns whether the object is removed. */
  private async remove({ objectKey }: Removal): Promise<boolean> {
    try {
      await this.storage.remove(objectKey);
      return true;
    } catch (error) {
      this.logger.warn({ err: error, key: objectKey }, 'an object could not be removed; it will be retried');
      return false;
    }
  }
}
