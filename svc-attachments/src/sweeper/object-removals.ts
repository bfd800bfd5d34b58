import { execute, PG_POOL, selectRows, unavailable } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { ObjectRemoval } from './object-removal.entity.ts';

/** A removal in the outbox. Who takes it or puts it there again moves its due time. */
const removalRow = z.object({ objectKey: z.string(), dueAt: z.date() });
export type Removal = z.infer<typeof removalRow>;

/** The removal of an object that is about to be stored, unless whoever records the object strikes it out. */
const announcedRow = removalRow.extend({
  /** The object's own id: the last part of its key. */
  id: z.string(),
});
export type AnnouncedRemoval = z.infer<typeof announcedRow>;

/** Grants handled by one statement. */
const GRANTS_AT_ONCE = 1000;

/**
 * The outbox of objects to remove, attachments.object_removals. Triggers fill it when an attachment, a thumbnail or a
 * grant goes, by whatever cascade. In SQL is what takes rows past those that other replicas hold (SKIP LOCKED), moves them from
 * table to table in one statement, or has the database make a key.
 */
@Injectable()
export class ObjectRemovals {
  constructor(
    @InjectRepository(ObjectRemoval) private readonly removals: Repository<ObjectRemoval>,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Notes the removal of an object before that object exists, under a key that nothing else ever had. */
  async announce(area: 'attachments' | 'thumbnails'): Promise<AnnouncedRemoval> {
    const [removal] = await selectRows(this.pool, announcedRow, {
      name: 'announce-removal',
      text: `INSERT INTO attachments.object_removals (object_key, due_at)
             VALUES ($1::text || '/' || uuidv7(), now() + interval '1 hour')
             RETURNING object_key AS "objectKey", split_part(object_key, '/', 2) AS id, due_at AS "dueAt"`,
      values: [area],
    });
    if (!removal) throw new Error('INSERT … RETURNING returned nothing');
    return removal;
  }

  /**
   * Strikes an announced removal out, in the transaction that records the object.
   * @throws Problem 503 when the sweeper has begun to remove the object.
   */
  async cancel(transaction: EntityManager, { objectKey, dueAt }: Removal): Promise<void> {
    const { affected } = await transaction.withRepository(this.removals).delete({ objectKey, dueAt });
    if (affected !== 1) throw unavailable('This took too long. Please try again.');
  }

  /** Has an object removed once the transaction is through. */
  async add(transaction: EntityManager, objectKey: string): Promise<void> {
    // Not `upsert`, which writes the key as well: this role may only write the time.
    await transaction
      .withRepository(this.removals)
      .createQueryBuilder()
      .insert()
      .values({ objectKey, dueAt: () => 'now()' })
      .orUpdate(['due_at'], ['object_key'])
      .execute();
  }

  /**
   * Closes the grants of more than a day ago that were never recorded, and has their objects removed. Their rows stay
   * until {@link expireGrants}, because their URLs still work.
   */
  async closeGrants(): Promise<void> {
    await this.inBatches(
      `WITH closed AS (
         UPDATE attachments.upload_grants SET closed_at = now() WHERE object_path IN (
           SELECT object_path FROM attachments.upload_grants
           WHERE recorded_at IS NULL AND closed_at IS NULL AND granted_at <= now() - interval '24 hours'
           ORDER BY granted_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING object_path)
       INSERT INTO attachments.object_removals (object_key) SELECT object_path FROM closed
       ON CONFLICT (object_key) DO UPDATE SET due_at = now()`,
    );
  }

  /** Puts what is left of expired grants in the outbox. Uploads begun in time have an hour to end. */
  async expireGrants(): Promise<void> {
    await this.inBatches(
      `DELETE FROM attachments.upload_grants WHERE object_path IN (
         SELECT object_path FROM attachments.upload_grants WHERE expires_at < now() - interval '1 hour'
         ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    );
  }

  /**
   * Takes up to `limit` due removals for this process alone; none while a backup holds the lock, because the snapshot it
   * has taken may still name the objects. Whoever does not finish one loses it to the next pass after five minutes.
   * The times in the table are rounded to milliseconds: what is due now may seem to be due in half a millisecond.
   */
  take(limit: number): Promise<Removal[]> {
    return selectRows(this.pool, removalRow, {
      text: `WITH permission AS MATERIALIZED (
         SELECT pg_try_advisory_xact_lock_shared(hashtext('attachments.object_removals')) AS is_given)
       UPDATE attachments.object_removals SET due_at = now() + interval '5 minutes'
       WHERE object_key IN (
         SELECT object_key FROM permission, attachments.object_removals
         WHERE permission.is_given AND due_at <= now()::timestamptz(3)
         ORDER BY due_at LIMIT $1 FOR UPDATE OF object_removals SKIP LOCKED)
       RETURNING object_key AS "objectKey", due_at AS "dueAt"`,
      values: [limit],
    });
  }

  /** The object is gone; unless it was put in the outbox again meanwhile, so is its removal. */
  async finish({ objectKey, dueAt }: Removal): Promise<void> {
    await this.removals.delete({ objectKey, dueAt });
  }

  private async inBatches(text: string): Promise<void> {
    let handled: number;
    do handled = await execute(this.pool, { text, values: [GRANTS_AT_ONCE] });
    while (handled === GRANTS_AT_ONCE);
  }
}
