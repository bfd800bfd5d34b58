import { publicNotFound, responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { ticketEntries } from '../audit/ticket-entries.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { ticketStatuses } from '../ticket-rows/ticket-status.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import { IntakeReply } from './intake-reply.entity.ts';
import { IntakeReport } from './intake-report.entity.ts';
import { SHOWN_UPDATES } from './intake.schemas.ts';

/** With its ticket, and where that is. */
export type TrackedReport = IntakeReport;

const statusRow = z.object({
  id: responseId,
  at: responseInstant,
  actorId: responseId.nullable(),
  from: z.enum(ticketStatuses),
  to: z.enum(ticketStatuses),
});
export type StatusChange = z.infer<typeof statusRow>;

const textRow = z.object({ at: responseInstant, body: z.string(), isOwn: z.boolean() });
export type PublicText = z.infer<typeof textRow>;

const countRow = z.object({ count: z.int() });
const erasedRow = z.object({ reports: z.int() });

const isTracked: Sql = sql`(r.tracking_until IS NULL OR r.tracking_until > now())`;

/** What the reporter may follow. In SQL: the audit trail is JSON, and comments have three conditions. */
@Injectable()
export class TrackingRepository {
  constructor(private readonly database: Database) {}

  /** Null for a token that does not exist, or once tracking has ended or the location is removed. */
  find(hash: Buffer): Promise<TrackedReport | null> {
    return this.database.entities
      .createQueryBuilder(IntakeReport, 'r')
      .innerJoinAndSelect('r.ticket', 't')
      .innerJoinAndSelect('t.location', 'l', 'l.removedAt IS NULL')
      .leftJoinAndSelect('t.equipment', 'e', 'e.removedAt IS NULL')
      .where(...sql`r.tracking_hash = ${hash} AND ${isTracked}`.toCondition())
      .getOne();
  }

  /** The changes of a ticket's status in the order in which they were written; the newest ones. */
  async statusChanges(ticketId: string): Promise<StatusChange[]> {
    const newestFirst = await this.database.rows(
      statusRow,
      sql`SELECT a.id, a.occurred_at AS at, a.actor_id AS "actorId", a.before ->> 'status' AS from,
            a.after ->> 'status' AS to
          FROM auth.audit_entries a
          WHERE ${ticketEntries(ticketId)} AND a.entity = 'ticket' AND a.action = 'update'
            AND a.before ->> 'status' <> a.after ->> 'status'
          ORDER BY a.id DESC LIMIT ${SHOWN_UPDATES}`,
    );
    return newestFirst.reverse();
  }

  /**
   * The newest texts for a reporter, newest first: what the team wrote to the reporters of the ticket, and their own.
   * Removed comments have no text.
   */
  texts({ id, ticketId, commentId }: TrackedReport): Promise<PublicText[]> {
    const isOwn = sql`(c.id = ${commentId} OR EXISTS (
      SELECT FROM core.intake_replies o WHERE o.comment_id = c.id AND o.report_id = ${id}))`;
    return this.database.rows(
      textRow,
      sql`SELECT c.created_at AS at, coalesce(c.body, '') AS body, coalesce(${isOwn}, FALSE) AS "isOwn"
          FROM core.ticket_comments c
          WHERE c.ticket_id = ${ticketId} AND c.removed_at IS NULL AND c.visibility = 'reporter'
            AND (c.via <> 'qr' OR ${isOwn})
          ORDER BY c.id DESC LIMIT ${SHOWN_UPDATES}`,
    );
  }

  /**
   * How many photos of a report there are, from the audit trail: svc-attachments publishes none of its tables. Those of
   * a removed comment are removed with it, soon.
   */
  async photos({ ticketId, commentId }: TrackedReport): Promise<number> {
    const ofTicket = sql`${ticketEntries(ticketId)} AND a.entity = 'attachment'`;
    const [row] = await this.database.rows(
      countRow,
      sql`SELECT count(*)::int AS count FROM auth.audit_entries a
          WHERE ${ofTicket} AND a.action = 'create' AND a.after ->> 'uploaded_by' IS NULL
            AND a.after ->> 'comment_id' IS NOT DISTINCT FROM ${commentId}::text
            AND NOT EXISTS (
              SELECT FROM core.ticket_comments c WHERE c.id = ${commentId} AND c.removed_at IS NOT NULL)
            AND a.entity_id NOT IN (
              SELECT a.entity_id FROM auth.audit_entries a WHERE ${ofTicket} AND a.action = 'delete')`,
    );
    return row?.count ?? 0;
  }

  /**
   * Keeps a report tracked until the transaction ends; its ticket is locked first, as by its changes.
   * @returns the name of the reporter
   * @throws Problem 404 once tracking has ended
   */
  async lock(within: EntityManager, { id, ticketId }: TrackedReport): Promise<string | null> {
    const ticket = await within.findOne(Ticket, {
      select: { id: true },
      where: { id: ticketId },
      lock: { mode: 'for_key_share' },
    });
    const report = await within
      .createQueryBuilder(IntakeReport, 'r')
      .where(...sql`r.id = ${id} AND ${isTracked}`.toCondition())
      .setLock('pessimistic_read')
      .getOne();
    if (!ticket || !report) throw publicNotFound();
    return report.reporterName;
  }

  /** Notes whose reply a comment is. */
  async addReply(within: EntityManager, reportId: string, commentId: string): Promise<void> {
    await within.insert(IntakeReply, { commentId, reportId });
  }

  /**
   * Erases names and contacts of reports that are not tracked any more, and the names at their comments, except of
   * those that another replica works on.
   * @returns the number of reports
   */
  async erase(within: EntityManager, limit: number): Promise<number> {
    const [erased] = await this.database.rows(
      erasedRow,
      sql`WITH ended AS (
            UPDATE core.intake_reports SET reporter_name = NULL, contact = NULL
            WHERE id IN (
              SELECT id FROM core.intake_reports
              WHERE tracking_until <= now() AND (reporter_name IS NOT NULL OR contact IS NOT NULL)
              ORDER BY tracking_until LIMIT ${limit} FOR UPDATE SKIP LOCKED)
            RETURNING id, comment_id
          ), unnamed AS (
            UPDATE core.ticket_comments SET author_name = NULL
            WHERE author_name IS NOT NULL AND id IN (
              SELECT comment_id FROM ended
              UNION ALL
              SELECT o.comment_id FROM core.intake_replies o JOIN ended ON ended.id = o.report_id)
          )
          SELECT count(*)::int AS reports FROM ended`,
      { within },
    );
    return erased?.reports ?? 0;
  }
}
