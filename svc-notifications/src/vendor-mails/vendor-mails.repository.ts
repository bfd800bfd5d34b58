import { execute, PG_POOL, selectRows, Transactions } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ATTEMPTS } from '../deliveries/rhythm.ts';

/** How long a sender has a mail for itself. */
const LEASE_S = 60;
/** A mail that waited longer, because there was no mail server, is not wanted any more. */
const TOO_LATE_HOURS = 24;

const claimedRow = z.object({
  id: z.guid(),
  jobId: z.guid(),
  generation: z.int(),
  /** Including the one for which it was claimed. */
  attempts: z.int(),
});
/** A mail that a sender has for itself. */
export type ClaimedMail = z.infer<typeof claimedRow>;

const contentsRow = z.object({
  id: z.guid(),
  email: z.string(),
  vendor: z.string(),
  language: z.enum(['en', 'es']),
  number: z.int(),
  title: z.string(),
  location: z.string(),
  message: z.string().nullable(),
  /** Null once the user was removed or deactivated. */
  senderName: z.string().nullable(),
  senderEmail: z.string().nullable(),
  tokenHash: z.string(),
  /** Of the event; null for a comment. */
  kind: z.string().nullable(),
  amount: z.string().nullable(),
  note: z.string().nullable(),
  comment: z.string().nullable(),
});
/** What a mail to a vendor says. */
export type VendorMailContents = z.infer<typeof contentsRow>;

const publishedRow = z.object({ isPublished: z.boolean() });
const lateRow = z.object({ seconds: z.number() });

/**
 * The mails to vendors, and what became of them, by the time of the database. In SQL: whole batches, claims that skip
 * rows locked by others, and a function of svc-core.
 */
@Injectable()
export class VendorMailsRepository {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly transactions: Transactions,
  ) {}

  /** Schedules a mail for each of these events and comments that a vendor gets one of, once. */
  async schedule(
    within: EntityManager,
    { eventIds, commentIds }: { eventIds: readonly string[]; commentIds: readonly string[] },
  ): Promise<void> {
    if (eventIds.length + commentIds.length === 0 || !(await isPublished(within))) return;
    await execute(within, {
      text: `INSERT INTO notifications.vendor_mails (job_id, generation, event_id)
             SELECT (e.vendor ->> 'jobId')::uuid, (e.vendor ->> 'generation')::smallint, e.id
             FROM core.ticket_events e JOIN core.vendor_jobs j ON j.id = (e.vendor ->> 'jobId')::uuid
             WHERE e.id = ANY ($1::uuid[]) AND e.vendor ? 'generation' ORDER BY e.id ON CONFLICT DO NOTHING`,
      values: [eventIds],
    });
    await execute(within, {
      text: `INSERT INTO notifications.vendor_mails (job_id, generation, comment_id)
             SELECT j.id, j.generation, c.id
             FROM core.ticket_comments c
               JOIN core.vendor_jobs j ON j.ticket_id = c.ticket_id AND j.state IN ('sent', 'accepted', 'done')
             WHERE c.id = ANY ($1::uuid[]) AND c.visibility = 'vendor' AND c.via <> 'vendor' AND c.removed_at IS NULL
             ORDER BY c.id ON CONFLICT DO NOTHING`,
      values: [commentIds],
    });
  }

  /** Claims mails that are ready, oldest first. Those that waited too long are dropped. */
  claim(limit: number): Promise<ClaimedMail[]> {
    return this.transactions.run(async (transaction) => {
      await execute(transaction, {
        text: `UPDATE notifications.vendor_mails SET state = 'dropped', ended_at = now(), last_error = 'It is a day late.'
               WHERE state = 'waiting' AND created_at < now() - make_interval(hours => $1)
                 AND (lease_until IS NULL OR lease_until <= now())`,
        values: [TOO_LATE_HOURS],
      });
      return selectRows(transaction, claimedRow, {
        text: `UPDATE notifications.vendor_mails m
               SET lease_until = now() + make_interval(secs => $2), attempts = attempts + 1
               WHERE m.id IN (
                 SELECT id FROM notifications.vendor_mails
                 WHERE state = 'waiting' AND attempts < $3 AND (retry_at IS NULL OR retry_at <= now())
                   AND (lease_until IS NULL OR lease_until <= now())
                 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
               RETURNING m.id, m.job_id AS "jobId", m.generation, m.attempts`,
        values: [limit, LEASE_S, ATTEMPTS],
      });
    });
  }

  /** As it is now. Null once another address has another link, or the comment was removed. */
  async contents({ id }: ClaimedMail): Promise<VendorMailContents | null> {
    const [row] = await selectRows(this.pool, contentsRow, {
      name: 'read-vendor-mail',
      text: `SELECT j.id, j.email, v.name AS vendor, v.language, t.number, t.title, l.name AS location, j.message,
               u.first_name || ' ' || u.last_name AS "senderName", u.email AS "senderEmail",
               encode(j.token_hash, 'base64') AS "tokenHash", e.kind, e.vendor ->> 'amount' AS amount,
               e.vendor ->> 'text' AS note, c.body AS comment
             FROM notifications.vendor_mails m
               JOIN core.vendor_jobs j ON j.id = m.job_id AND j.generation = m.generation
               JOIN core.vendors v ON v.id = j.vendor_id
               JOIN core.tickets t ON t.id = j.ticket_id
               JOIN core.locations l ON l.id = t.location_id
               LEFT JOIN auth.users u ON u.id = j.sent_by AND u.active
               LEFT JOIN core.ticket_events e ON e.id = m.event_id
               LEFT JOIN core.ticket_comments c ON c.id = m.comment_id AND c.removed_at IS NULL
             WHERE m.id = $1 AND (e.id IS NOT NULL OR c.id IS NOT NULL)
               AND (j.state <> 'withdrawn' OR e.kind = 'vendor_withdrawn')`,
      values: [id],
    });
    return row ?? null;
  }

  /** The mail server has it, or refuses it for good: svc-core keeps what became of it, in the same transaction. */
  async ended({ id, jobId, generation }: ClaimedMail, failure: string | null): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const changed = await execute(transaction, {
        text: `UPDATE notifications.vendor_mails SET state = $2, ended_at = now(), last_error = left($3, 500)
               WHERE id = $1 AND state = 'waiting'`,
        values: [id, failure === null ? 'sent' : 'failed', failure],
      });
      if (changed === 0) return;
      await execute(transaction, {
        text: 'SELECT FROM core.record_vendor_mail($1, $2, $3)',
        values: [jobId, generation, failure === null],
      });
    });
  }

  async retry({ id, attempts }: ClaimedMail, text: string, waitMs: number): Promise<void> {
    await execute(this.pool, {
      text: `UPDATE notifications.vendor_mails
             SET lease_until = NULL, retry_at = now() + make_interval(secs => $3), last_error = left($4, 500)
             WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
      values: [id, attempts, waitMs / 1000, text],
    });
  }

  async drop({ id }: ClaimedMail): Promise<void> {
    await execute(this.pool, {
      text: `UPDATE notifications.vendor_mails SET state = 'dropped', ended_at = now(), last_error = 'It is not wanted any more.'
             WHERE id = $1 AND state = 'waiting'`,
      values: [id],
    });
  }

  /** Seconds since the longest waiting mail was scheduled; 0 without one. */
  async lateness(): Promise<number> {
    const [late] = await selectRows(this.pool, lateRow, {
      name: 'read-vendor-mail-lateness',
      text: `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
             FROM notifications.vendor_mails WHERE state = 'waiting'`,
    });
    return late?.seconds ?? 0;
  }

  /** Deletes at most so many mails that ended long ago. Returns how many there were. */
  purge(days: number, limit: number): Promise<number> {
    return execute(this.pool, {
      text: `DELETE FROM notifications.vendor_mails WHERE id IN (
               SELECT id FROM notifications.vendor_mails WHERE ended_at < now() - make_interval(days => $1)
               LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [days, limit],
    });
  }
}

/** Whether svc-core has jobs of vendors; its version before has none. */
export async function isPublished(on: EntityManager): Promise<boolean> {
  const [core] = await selectRows(on, publishedRow, {
    name: 'jobs-of-vendors',
    text: `SELECT to_regclass('core.vendor_jobs') IS NOT NULL AS "isPublished"`,
  });
  return core?.isPublished === true;
}
