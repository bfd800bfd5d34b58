import { idSchema, PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { Thumbnail } from './thumbnail.entity.ts';

/** A thumbnail job, locked for this process until its lease ends. */
const jobRow = z.object({
  attachmentId: idSchema,
  /** Key of the picture. */
  pictureKey: z.string(),
  leasedUntil: z.date(),
});
export type ThumbnailJob = z.infer<typeof jobRow>;

/** After so many interrupted attempts a picture gets no thumbnail, because it may crash the process. */
const MAX_ATTEMPTS = 3;

/** Seconds until a job is tried again whose dependency was unavailable. */
export const POSTPONED_S = 10;

/** The queue of pending thumbnails, attachments.thumbnails. An interrupted job is claimed again after five minutes. */
@Injectable()
export class ThumbnailQueue {
  constructor(
    @InjectRepository(Thumbnail) private readonly thumbnails: Repository<Thumbnail>,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Adds a job in the transaction that records the picture. */
  async add(transaction: EntityManager, attachmentId: string): Promise<void> {
    await transaction.withRepository(this.thumbnails).insert({ attachmentId });
  }

  /**
   * Claims the oldest due job for this process. In SQL, because one statement skips jobs locked by other replicas (SKIP
   * LOCKED) and returns the claimed one.
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

  /** Records the thumbnail. Returns false when the attachment was removed or the lease has ended. */
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

  /** Marks the picture as one without a thumbnail. */
  async markFailed({ attachmentId, leasedUntil }: ThumbnailJob): Promise<void> {
    await this.thumbnails.update({ attachmentId, dueAt: leasedUntil }, { dueAt: null });
  }

  /** A dependency was unavailable: the attempt does not count, and the next one follows soon. */
  async postpone({ attachmentId, leasedUntil }: ThumbnailJob): Promise<void> {
    await this.thumbnails.update(
      { attachmentId, dueAt: leasedUntil },
      { attempts: () => 'attempts - 1', dueAt: () => `now() + interval '${POSTPONED_S} s'` },
    );
  }
}
