import { idSchema, PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { Thumbnail } from './thumbnail.entity.ts';

/** A thumbnail to make, which nobody else makes until its lease ends. */
const jobRow = z.object({
  attachmentId: idSchema,
  /** Key of the picture. */
  pictureKey: z.string(),
  leasedUntil: z.date(),
});
export type ThumbnailJob = z.infer<typeof jobRow>;

/** A picture that brought the process down so often has no thumbnail. */
const MAX_ATTEMPTS = 3;

/** The thumbnails that are to be made, attachments.thumbnails. A job that is cut off is taken again after five minutes. */
@Injectable()
export class ThumbnailQueue {
  constructor(
    @InjectRepository(Thumbnail) private readonly thumbnails: Repository<Thumbnail>,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** In the transaction that records the picture. */
  async add(transaction: EntityManager, attachmentId: string): Promise<void> {
    await transaction.withRepository(this.thumbnails).insert({ attachmentId });
  }

  /**
   * The job that has waited longest, for this process alone. In SQL: one statement takes a job past those that other
   * replicas hold (SKIP LOCKED) and returns it.
   */
  async take(): Promise<ThumbnailJob | undefined> {
    const [job] = await selectRows(this.pool, jobRow, {
      text: `UPDATE attachments.thumbnails SET due_at = now() + interval '5 minutes', attempts = attempts + 1
             WHERE attachment_id = (
               SELECT attachment_id FROM attachments.thumbnails
               WHERE due_at <= now()::timestamptz(3) AND attempts < $1
               ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
             RETURNING attachment_id AS "attachmentId", 'attachments/' || attachment_id AS "pictureKey",
               (now() + interval '5 minutes')::timestamptz(3) AS "leasedUntil"`,
      values: [MAX_ATTEMPTS],
    });
    return job;
  }

  /** Records the thumbnail. False when the attachment, or this process' lease on it, is gone. */
  async finish(
    transaction: EntityManager,
    { attachmentId, leasedUntil }: ThumbnailJob,
    objectKey: string,
  ): Promise<boolean> {
    const { affected } = await transaction
      .withRepository(this.thumbnails)
      .update({ attachmentId, dueAt: leasedUntil }, { objectKey, dueAt: null });
    return affected === 1;
  }

  /** The picture has no thumbnail and will have none. */
  async giveUp({ attachmentId, leasedUntil }: ThumbnailJob): Promise<void> {
    await this.thumbnails.update({ attachmentId, dueAt: leasedUntil }, { dueAt: null });
  }

  /** Something else was unavailable: the attempt does not count, and the next one comes when the lease ends. */
  async postpone({ attachmentId, leasedUntil }: ThumbnailJob): Promise<void> {
    await this.thumbnails.update({ attachmentId, dueAt: leasedUntil }, { attempts: () => 'attempts - 1' });
  }
}
