import { PG_POOL, unavailable } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';

/** The removal of a copy that is about to be made, unless its record strikes it out. */
export interface AnnouncedRemoval {
  /** The id the attachment will have. */
  attachmentId: string;
  dueAt: Date;
}

/**
 * The outbox of objects to remove, attachments.object_removals. Triggers fill it when an attachment or a grant goes, by
 * whatever cascade.
 */
@Injectable()
export class ObjectRemovals {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** Notes the removal of a new attachment's object before that object exists. */
  async announce(): Promise<AnnouncedRemoval> {
    const { rows } = await this.pool.query<AnnouncedRemoval>({
      name: 'announce-removal',
      text: `INSERT INTO attachments.object_removals (object_key, due_at)
             VALUES ('attachments/' || uuidv7(), now() + interval '1 hour')
             RETURNING split_part(object_key, '/', 2) AS "attachmentId", due_at AS "dueAt"`,
    });
    const [removal] = rows;
    if (!removal) throw new Error('INSERT … RETURNING returned nothing');
    return removal;
  }

  /**
   * Strikes an announced removal out, in the transaction that records the attachment.
   * @throws Problem 503 when the sweeper has begun to remove the object.
   */
  async cancel(transaction: EntityManager, { attachmentId, dueAt }: AnnouncedRemoval): Promise<void> {
    // A removal in progress has another due time.
    const [, cancelled] = await transaction.query<[unknown[], number]>(
      `DELETE FROM attachments.object_removals WHERE object_key = 'attachments/' || $1 AND due_at = $2`,
      [attachmentId, dueAt],
    );
    if (cancelled !== 1) throw unavailable('This took too long. Please try again.');
  }

  /** Puts what is left of the oldest expired grants in the outbox. Uploads begun in time have an hour to end. */
  async expireGrants(): Promise<void> {
    await this.pool.query(
      `DELETE FROM attachments.upload_grants WHERE object_path IN (
         SELECT object_path FROM attachments.upload_grants WHERE expires_at < now() - interval '1 hour'
         ORDER BY expires_at LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
    );
  }

  /**
   * Takes up to `limit` due removals for this process alone. Whoever does not finish one loses it to the next pass after
   * five minutes.
   */
  async take(limit: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ object_key: string }>(
      `UPDATE attachments.object_removals SET due_at = now() + interval '5 minutes'
       WHERE object_key IN (
         SELECT object_key FROM attachments.object_removals WHERE due_at <= now()
         ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING object_key`,
      [limit],
    );
    return rows.map((row) => row.object_key);
  }

  /** The object is gone. */
  async finish(objectKey: string): Promise<void> {
    await this.pool.query('DELETE FROM attachments.object_removals WHERE object_key = $1', [objectKey]);
  }
}
