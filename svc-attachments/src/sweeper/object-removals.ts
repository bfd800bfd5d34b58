import { execute, PG_POOL, selectRows, unavailable } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { ObjectRemoval } from './object-removal.entity.ts';

/** A removal in the outbox. Claiming it or adding it again changes its due time. */
const removalRow = z.object({ objectKey: z.string(), dueAt: z.date() });
export type Removal = z.infer<typeof removalRow>;

/** The removal of an object that will be stored, cancelled when the object is recorded. */
const announcedRow = removalRow.extend({
  /** The object's own id: the last segment of its key. */
  id: z.string(),
});
export type AnnouncedRemoval = z.infer<typeof announcedRow>;

/** Uploads per statement. */
const UPLOADS_AT_ONCE = 1000;

/** What becomes of uploads that are over, in this order. */
const ENDINGS = [
  // Unrecorded grants are closed after a day, and those of a deactivated user for good. Their rows are kept until they
  // expire, because S3 still accepts their URLs.
  `WITH closed AS (
     UPDATE attachments.upload_grants SET closed_at = now() WHERE object_path IN (
       SELECT object_path FROM attachments.upload_grants
       WHERE recorded_at IS NULL AND closed_at IS NULL AND (granted_at <= now() - interval '24 hours'
         OR NOT (SELECT u.active FROM auth.users u WHERE u.id = granted_to))
       ORDER BY granted_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING object_path)
   INSERT INTO attachments.object_removals (object_key) SELECT object_path FROM closed
   ON CONFLICT (object_key) DO UPDATE SET due_at = now()`,
  // A trigger moves expired grants to the outbox. Uploads started in time have an hour to finish.
  `DELETE FROM attachments.upload_grants WHERE object_path IN (
     SELECT object_path FROM attachments.upload_grants WHERE expires_at < now() - interval '1 hour'
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  // So are photos of checklists that were never recorded.
  `DELETE FROM attachments.check_photos WHERE id IN (
     SELECT id FROM attachments.check_photos
     WHERE object_key IS NULL AND granted_at < now() - interval '25 hours'
     ORDER BY granted_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  // The same as grants for the photos of reports.
  `DELETE FROM attachments.report_photos WHERE id IN (
     SELECT id FROM attachments.report_photos
     WHERE recorded_at IS NULL AND closed_at IS NULL AND expires_at < now() - interval '1 hour'
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  // A recorded or refused photo is kept without its expiry; what was uploaded through its URL afterwards is removed.
  `WITH ended AS (
     UPDATE attachments.report_photos SET expires_at = NULL WHERE id IN (
       SELECT id FROM attachments.report_photos
       WHERE (recorded_at IS NOT NULL OR closed_at IS NOT NULL) AND expires_at < now() - interval '1 hour'
       ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id)
   INSERT INTO attachments.object_removals (object_key) SELECT 'uploads/' || id FROM ended
   ON CONFLICT (object_key) DO UPDATE SET due_at = now()`,
];

/**
 * A comment was removed with what was attached to it. One row at a time: several, locked in another order than by the
 * removal of their ticket, could deadlock.
 */
const DELETE_OF_REMOVED_COMMENT = `DELETE FROM attachments.attachments WHERE id = (
   SELECT a.id FROM core.ticket_comments c JOIN attachments.attachments a ON a.comment_id = c.id
   WHERE c.removed_at IS NOT NULL LIMIT 1)`;

/**
 * The outbox of objects to remove, attachments.object_removals. Triggers add to it when an attachment, a thumbnail or a
 * grant is deleted, also by a cascade. SQL is used to skip rows locked by other replicas (SKIP LOCKED), to move rows
 * between tables in one statement, and to let the database generate a key.
 */
@Injectable()
export class ObjectRemovals {
  constructor(
    @InjectRepository(ObjectRemoval) private readonly removals: Repository<ObjectRemoval>,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /** Schedules the removal of an object before the object is stored, with a new key. */
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
   * Cancels a scheduled removal, in the transaction that records the object.
   * @throws Problem 503 when the sweeper has started to remove the object.
   */
  async cancel(transaction: EntityManager, { objectKey, dueAt }: Removal): Promise<void> {
    const { affected } = await transaction.withRepository(this.removals).delete({ objectKey, dueAt });
    if (affected !== 1) throw unavailable('This took too long. Please try again.');
  }

  /** Queues the removal of an object when the transaction commits. */
  async add(transaction: EntityManager, objectKey: string): Promise<void> {
    // Not `upsert`, which would also write the key: this role may only write the time.
    await transaction
      .withRepository(this.removals)
      .createQueryBuilder()
      .insert()
      .values({ objectKey, dueAt: () => 'now()' })
      .orUpdate(['due_at'], ['object_key'])
      .execute();
  }

  /** Deletes attachments of removed comments, whose objects a trigger queues. */
  async endComments(): Promise<void> {
    while ((await execute(this.pool, { text: DELETE_OF_REMOVED_COMMENT, values: [] })) > 0);
  }

  /** Queues the objects of uploads that are over. */
  async endUploads(): Promise<void> {
    for (const text of ENDINGS) {
      let handled: number;
      do handled = await execute(this.pool, { text, values: [UPLOADS_AT_ONCE] });
      while (handled === UPLOADS_AT_ONCE);
    }
  }

  /**
   * Claims up to `limit` due removals for this process; none while a backup holds the lock, because its snapshot may
   * still refer to the objects. An unfinished one is claimed again after five minutes. Times in the table are rounded
   * to milliseconds, so a removal due now may seem due half a millisecond later.
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

  /** The objects were removed; deletes their removals, in one statement, unless they were queued again meanwhile. */
  async finish(removed: Removal[]): Promise<void> {
    await execute(this.pool, {
      text: `DELETE FROM attachments.object_removals
             USING unnest($1::text[], $2::timestamptz[]) AS removed (object_key, due_at)
             WHERE object_removals.object_key = removed.object_key AND object_removals.due_at = removed.due_at`,
      values: [removed.map(({ objectKey }) => objectKey), removed.map(({ dueAt }) => dueAt)],
    });
  }
}
