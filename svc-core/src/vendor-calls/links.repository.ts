import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { purposes } from '../fields/proofs.ts';
import { linkEnd } from '../vendor-jobs/vendor-links.ts';
import { type JobPage, jobPage, MOST_SHOWN } from './link-calls.schemas.ts';

const linkedRow = z.object({
  id: responseId,
  ticketId: responseId,
  isDead: z.boolean(),
  /** `withdrawn` or `expired` of a dead link. */
  state: z.string(),
});
/** A job whose token is in the path. */
export type LinkedJob = z.infer<typeof linkedRow> & { token: string };

const headRow = jobPage.pick({ state: true, number: true, sender: true });
const pageRow = jobPage.omit({ photos: true, comments: true, quotes: true, proof: true });
const photoRow = z.object({ id: responseId, purpose: z.enum(purposes) });
const commentRow = z.object({
  at: responseInstant,
  by: z.string().nullable(),
  body: z.string(),
  isOwn: z.boolean(),
});
const quotesRow = jobPage.pick({ quotes: true });

const isDead = sql`(j.state = 'withdrawn' OR now() >= ${linkEnd})`;
const state = sql`CASE WHEN j.state <> 'withdrawn' AND now() >= ${linkEnd} THEN 'expired' ELSE j.state END`;
const sender = sql`CASE WHEN u.id IS NOT NULL THEN json_build_object('firstName', u.first_name) END`;
const jobs = sql`
  core.vendor_jobs j JOIN core.tickets t ON t.id = j.ticket_id
  JOIN core.locations l ON l.id = t.location_id AND l.removed_at IS NULL
  JOIN core.vendors v ON v.id = j.vendor_id LEFT JOIN auth.users u ON u.id = j.sent_by`;

/** What a vendor sees with a link, and nothing else. In SQL: rows of eight tables, for a page that is opened by mail. */
@Injectable()
export class LinksRepository {
  constructor(private readonly database: Database) {}

  /** Null for a token that does not exist, or once another address got another one, or the location is removed. */
  async find(hash: Buffer): Promise<Omit<LinkedJob, 'token'> | null> {
    const [job] = await this.database.rows(
      linkedRow,
      sql`SELECT j.id, j.ticket_id AS "ticketId", ${isDead} AS "isDead", ${state} AS state FROM ${jobs}
          WHERE j.token_hash = ${hash}`,
      { prepare: true },
    );
    return job ?? null;
  }

  /** What is said of a job whose link is dead. */
  async head({ id }: LinkedJob): Promise<z.infer<typeof headRow> | null> {
    const [job] = await this.database.rows(
      headRow,
      sql`SELECT ${state} AS state, t.number, ${sender} AS sender FROM ${jobs} WHERE j.id = ${id}`,
    );
    return job ?? null;
  }

  async page(job: LinkedJob): Promise<Omit<JobPage, 'proof'> | null> {
    const { id, token } = job;
    const [[page], photos, comments, [rest]] = await Promise.all([
      this.database.rows(pageRow, pageOf(id)),
      this.photos(job),
      this.comments(job),
      this.database.rows(quotesRow, quotesOf(id)),
    ]);
    if (!page || !rest) return null;
    const urlOf = (photo: string): string => `/api/intake/jobs/${token}/photos/${photo}`;
    return {
      ...page,
      photos: photos.map((photo) => ({ ...photo, url: urlOf(photo.id) })),
      comments: comments.toReversed(),
      quotes: rest.quotes,
    };
  }

  /** Those from before the work, whoever took them, and those of the job. */
  private photos({ id, ticketId }: LinkedJob): Promise<z.infer<typeof photoRow>[]> {
    return this.database.rows(
      photoRow,
      sql`SELECT p.id, p.purpose FROM core.ticket_photos p
          WHERE p.ticket_id = ${ticketId} AND (p.purpose = 'before' OR p.job_id = ${id})
          ORDER BY p.id LIMIT ${MOST_SHOWN}`,
    );
  }

  /** The newest ones for this vendor: another one of the ticket has those of their own time. */
  private comments({ id, ticketId }: LinkedJob): Promise<z.infer<typeof commentRow>[]> {
    return this.database.rows(
      commentRow,
      sql`SELECT c.created_at AS at, coalesce(c.author_name, a.first_name) AS by, coalesce(c.body, '') AS body, c.via = 'vendor' AS "isOwn"
          FROM core.vendor_jobs j
            JOIN core.ticket_comments c ON c.ticket_id = j.ticket_id AND c.created_at >= j.created_at
            LEFT JOIN auth.users a ON a.id = c.author_id
          WHERE j.id = ${id} AND c.visibility = 'vendor' AND c.removed_at IS NULL
            AND NOT EXISTS (
              SELECT FROM core.vendor_jobs o
              WHERE o.ticket_id = ${ticketId} AND o.id > j.id AND o.created_at <= c.created_at)
          ORDER BY c.id DESC LIMIT ${MOST_SHOWN}`,
    );
  }
}

const pageOf = (id: string): Sql => sql`
  SELECT ${state} AS state, t.number, ${sender} AS sender, t.title, t.description, t.priority,
    coalesce(t.due_at, d.resolve_due_at) AS "dueAt",
    json_build_object('name', l.name, 'storeNumber', l.store_number, 'address', l.address, 'city', l.city,
      'state', l.state, 'zipCode', l.zip_code, 'phone', l.phone, 'timezone', l.timezone) AS location,
    CASE WHEN e.id IS NOT NULL THEN json_build_object('name', e.name, 'manufacturer', e.manufacturer, 'model', e.model,
      'serial', e.serial, 'warrantyUntil', e.warranty_until) END AS equipment,
    json_build_object('name', v.name) AS vendor, j.message, j.visit_at AS "visitAt",
    t.spending_limit AS "spendingLimit"
  FROM ${jobs} LEFT JOIN core.equipment e ON e.id = t.equipment_id AND e.removed_at IS NULL
    LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
  WHERE j.id = ${id}`;

const quotesOf = (id: string): Sql => sql`
  SELECT coalesce(json_agg(json_build_object('id', q.id, 'amount', q.amount::text, 'description', q.description,
      'state', q.state, 'note', q.note, 'createdAt',
      to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY q.id DESC), '[]') AS quotes
  FROM (SELECT * FROM core.vendor_quotes WHERE job_id = ${id} ORDER BY id DESC LIMIT ${MOST_SHOWN}) q`;
