import { BackgroundWork, Transactions } from '@mainstay/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { inProcess } from '../pictures/in-process.ts';
import { PictureRefused } from '../pictures/picture-refused.ts';
import { type Storage, STORAGE } from '../storage/storage.ts';
import { ObjectRemovals } from '../sweeper/object-removals.ts';
import { MAX_PICTURE_BYTES, NoPicture } from './thumbnail-image.ts';
import { POSTPONED_S, type ThumbnailJob, ThumbnailQueue } from './thumbnail-queue.ts';

/**
 * Creates pending thumbnails, one after the other. Every replica does; the queue gives each job to one. The removal of
 * a thumbnail is scheduled before it is stored and cancelled when it is recorded, so that a failure in between leaves
 * nothing behind.
 */
@Injectable()
export class ThumbnailMaker extends BackgroundWork implements OnApplicationBootstrap {
  constructor(
    private readonly queue: ThumbnailQueue,
    private readonly removals: ObjectRemovals,
    private readonly transactions: Transactions,
    @Inject(STORAGE) private readonly storage: Pick<Storage, 'readBytes' | 'store'>,
  ) {
    super();
  }

  /** Runs periodically for jobs left by other replicas, and is called when there is a new job. */
  @Interval('thumbnails', 1000 * POSTPONED_S)
  run(): void {
    this.start(() => this.makeAll(), 'Thumbnails could not be created; retrying later');
  }

  /** Continues at once what the previous process of this replica left. */
  onApplicationBootstrap(): void {
    this.run();
  }

  /** Runs until no job is due, or a dependency is unavailable. */
  async makeAll(): Promise<void> {
    while (!this.isStopping) {
      const job = await this.queue.take();
      if (!job) return;
      if (!(await this.make(job))) return;
    }
  }

  /** @returns false when a dependency was unavailable */
  private async make(job: ThumbnailJob): Promise<boolean> {
    const { attachmentId } = job;
    try {
      const thumbnail = await inProcess('thumbnail', await this.pictureOf(job));
      await this.keep(job, thumbnail);
    } catch (error) {
      if (error instanceof PictureRefused) {
        this.logger.log({ err: error, attachmentId }, 'a picture has no thumbnail');
        await this.queue.markFailed(job);
      } else {
        this.logger.warn({ err: error, attachmentId }, 'a thumbnail could not be created; retrying later');
        await this.queue.postpone(job);
        return false;
      }
    }
    return true;
  }

  private async pictureOf({ pictureKey }: ThumbnailJob): Promise<Buffer<ArrayBuffer>> {
    const picture = await this.storage.readBytes(pictureKey, MAX_PICTURE_BYTES);
    if (!picture) throw new NoPicture('its object no longer exists');
    return picture;
  }

  private async keep(job: ThumbnailJob, thumbnail: Buffer): Promise<void> {
    const removal = await this.removals.announce('thumbnails');
    await this.storage.store(removal.objectKey, thumbnail);
    await this.transactions.run(async (transaction) => {
      const isKept = await this.queue.finish(transaction, job, removal.objectKey);
      if (isKept) await this.removals.cancel(transaction, removal);
      else await this.removals.add(transaction, removal.objectKey);
    });
  }
}
