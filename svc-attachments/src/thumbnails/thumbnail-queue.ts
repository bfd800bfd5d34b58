import { PG_POOL } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';

/** A thumbnail to make, which nobody else makes until its lease ends. */
export interface ThumbnailJob {
  attachmentId: string;
  /** Key of the picture. */
  pictureKey: string;
  leasedUntil: Date;
}

/** A picture that brought the process down so often has no thumbnail. */
const MAX_ATTEMPTS = 3;

/** The thumbnails that are to be made, attachments.thumbnails. A job that is cut off is taken again after five minutes. */
@Injectable()
export class ThumbnailQueue {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** In the transaction that records the picture. */
  async add(transaction: EntityManager, attachmentId: string): Promise<void> {
    await transaction.query('INSERT INTO attachments.thumbnails (attachment_id) VALUES ($1)', [attachmentId]);
  }

  /** The job that has waited longest, for this process alone. */
  async take(): Promise<ThumbnailJob | undefined> {
    const { rows } = await this.pool.query<ThumbnailJob>(
      `UPDATE attachments.thumbnails SET due_at = now() + interval '5 minutes', attempts = attempts + 1
       WHERE attachment_id = (
         SELECT attachment_id FROM attachments.thumbnails WHERE due_at <= now()::timestamptz(3) AND attempts < $1
         ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING attachment_id AS "attachmentId", 'attachments/' || attachment_id AS "pictureKey",
         due_at AS "leasedUntil"`,
      [MAX_ATTEMPTS],
    );
    return rows[0];
  }

  /** Records the thumbnail. False when the attachment, or this process' lease on it, is gone. */
  async finish(
    transaction: EntityManager,
    { attachmentId, leasedUntil }: ThumbnailJob,
    objectKey: string,
  ): Promise<boolean> {
    const [, finished] = await transaction.query<[unknown[], number]>(
      `UPDATE attachments.thumbnails SET object_key = $3, due_at = NULL
       WHERE attachment_id = $1 AND due_at = $2`,
      [attachmentId, leasedUntil, objectKey],
    );
    return finished === 1;
  }

  /** The picture has no thumbnail and will have none. */
  async giveUp({ attachmentId, leasedUntil }: ThumbnailJob): Promise<void> {
    await this.pool.query(
      'UPDATE attachments.thumbnails SET due_at = NULL WHERE attachment_id = $1 AND due_at = $2',
      [attachmentId, leasedUntil],
    );
  }

  /** Something else was away: the attempt does not count, and the next one comes when the lease ends. */
  async postpone({ attachmentId, leasedUntil }: ThumbnailJob): Promise<void> {
    await this.pool.query(
      'UPDATE attachments.thumbnails SET attempts = attempts - 1 WHERE attachment_id = $1 AND due_at = $2',
      [attachmentId, leasedUntil],
    );
  }
}
