import { publicNotFound, responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { ticketStatuses } from '../tickets/ticket-status.ts';
import type { Language } from './language-of.ts';
import { IntakeReport } from './intake-report.entity.ts';
import type { CreateReportRequest } from './intake.schemas.ts';
import { titleOf } from './title-of.ts';

/** Open reports that a code shows. */
const SHOWN = 3;
/** Hours for which a code rests after its daily limit. */
const REST_HOURS = 1;

const codeRow = z.object({
  id: responseId,
  equipmentId: responseId.nullable(),
  equipmentName: z.string().nullable(),
  suspendedUntil: responseInstant.nullable(),
  locationId: responseId,
  locationName: z.string(),
  storeNumber: z.string(),
  /** The store is inactive and takes no reports. */
  closed: z.boolean(),
});
/** A code that can be used. */
export type LiveCode = z.infer<typeof codeRow> & { hash: Buffer };

const openRow = z.object({
  id: responseId,
  reportedAt: responseInstant,
  status: z.enum(ticketStatuses).extract(['incoming', 'in_progress']),
});
const usedRow = z.object({ reportId: responseId });
const ticketRow = z.object({ id: responseId, number: z.int() });

/** A report as it is accepted. */
export interface AcceptedReport {
  id: string;
  code: LiveCode;
  request: CreateReportRequest;
  language: Language;
  trackingHash: Buffer;
}

/** Reads codes, and writes reports. Codes are read in SQL, with what they are on, and tickets written so, because of their numbers. */
@Injectable()
export class IntakeRepository {
  constructor(private readonly database: Database) {}

  /** Null for a code that does not exist, was rotated, is inactive, or is on a removed location. */
  async code(hash: Buffer): Promise<LiveCode | null> {
    const [row] = await this.database.rows(
      codeRow,
      sql`SELECT c.id, e.id AS "equipmentId", e.name AS "equipmentName", c.suspended_until AS "suspendedUntil",
            l.id AS "locationId", l.name AS "locationName", l.store_number AS "storeNumber",
            l.status <> 'active' AS closed
          FROM core.intake_codes c
            JOIN core.locations l ON l.id = c.location_id LEFT JOIN core.equipment e ON e.id = c.equipment_id
          WHERE c.code_hash = ${hash} AND c.active AND l.removed_at IS NULL AND e.removed_at IS NULL`,
      { prepare: true },
    );
    return row ? { ...row, hash } : null;
  }

  /** Open tickets made by QR code for the equipment of a code, or else for its store, newest first. */
  open({ locationId, equipmentId }: LiveCode): Promise<z.infer<typeof openRow>[]> {
    const isSame = equipmentId === null ? sql`TRUE` : sql`t.equipment_id = ${equipmentId}`;
    return this.database.rows(
      openRow,
      sql`SELECT t.id, t.created_at AS "reportedAt", t.status FROM core.tickets t
          WHERE t.location_id = ${locationId} AND t.status IN ('incoming', 'in_progress') AND t.via = 'qr' AND ${isSame}
          ORDER BY t.created_at DESC, t.id DESC LIMIT ${SHOWN}`,
      { prepare: true },
    );
  }

  /**
   * Records that the code is used, and keeps it and what it is on until the transaction ends. Locks in the order in which
   * removals do: location, ticket, equipment, code. @param join the ticket to join, null for a new one
   * @returns the id of the new report, and the number of the joined ticket, null if it cannot be joined
   * @throws Problem 404 when the code was rotated, turned off or removed since it was read
   */
  async use(
    within: EntityManager,
    code: LiveCode,
    join: string | null,
  ): Promise<{ reportId: string; joined: z.infer<typeof ticketRow> | null }> {
    const { locationId, equipmentId } = code;
    await this.lock(within, sql`core.locations`, locationId);
    const openTicket = sql`
      SELECT id, number FROM core.tickets
      WHERE id = ${join} AND location_id = ${locationId} AND via = 'qr' AND status <> 'solved' FOR SHARE`;
    const [joined = null] = join === null ? [] : await this.database.rows(ticketRow, openTicket, { within });
    if (equipmentId !== null) await this.lock(within, sql`core.equipment`, equipmentId);
    const [used] = await this.database.rows(
      usedRow,
      sql`UPDATE core.intake_codes SET last_used_at = now()
          WHERE id = ${code.id} AND code_hash = ${code.hash} AND location_id = ${locationId} AND active
          RETURNING uuidv7() AS "reportId"`,
      { within, prepare: true },
    );
    if (!used) throw publicNotFound();
    return { ...used, joined };
  }

  /** What a code is on remains until the transaction ends. @throws Problem 404 when it was removed */
  private async lock(within: EntityManager, table: Sql, id: string): Promise<void> {
    const found = await this.database.run(
      sql`SELECT FROM ${table} WHERE id = ${id} AND removed_at IS NULL FOR KEY SHARE`,
      { within, prepare: true },
    );
    if (found === 0) throw publicNotFound();
  }

  /** Makes a ticket of a report. */
  async insertTicket(within: EntityManager, report: AcceptedReport): Promise<z.infer<typeof ticketRow>> {
    const { code, request } = report;
    const { equipmentId, locationId } = code;
    const [ticket] = await this.database.rows(
      ticketRow,
      sql`INSERT INTO core.tickets (title, description, location_id, equipment_id, priority, ticket_type, via)
          VALUES (${titleOf(code.equipmentName, request.description)}, ${request.description}, ${locationId},
            ${equipmentId}, ${request.urgency}, ${equipmentId === null ? 'repair' : 'equipment'}, 'qr')
          RETURNING id, number`,
      { within, prepare: true },
    );
    if (!ticket) throw new Error('an INSERT returned no row');
    await this.insertReport(within, report, ticket.id, null);
    return ticket;
  }

  /** Adds a report to an open ticket, as a comment. */
  async insertJoined(within: EntityManager, report: AcceptedReport, ticketId: string): Promise<void> {
    const { description, reporterName = null } = report.request;
    const comment = await this.insertComment(within, ticketId, reporterName, description);
    await this.insertReport(within, report, ticketId, comment.id);
  }

  /** The public is no user, so the comment has no author. */
  insertComment(
    within: EntityManager,
    ticketId: string,
    authorName: string | null,
    body: string,
  ): Promise<TicketComment> {
    const comment = {
      ticketId,
      authorId: null,
      authorName,
      body,
      visibility: 'reporter',
      via: 'qr',
    } as const;
    return within.save(within.create(TicketComment, comment));
  }

  /** Lets a code rest, unless it does already: a change of the code, so that its managers hear of it. */
  async suspend(codeId: string): Promise<void> {
    await this.database.transaction((within) =>
      this.database.run(
        sql`UPDATE core.intake_codes SET suspended_until = now() + make_interval(hours => ${REST_HOURS})
            WHERE id = ${codeId} AND (suspended_until IS NULL OR suspended_until <= now())`,
        { within },
      ),
    );
  }

  private async insertReport(
    within: EntityManager,
    { id, code, request, language, trackingHash }: AcceptedReport,
    ticketId: string,
    commentId: string | null,
  ): Promise<void> {
    const { description, urgency, reporterName = null, contact = null } = request;
    await within.insert(IntakeReport, {
      id,
      ticketId,
      codeId: code.id,
      commentId,
      description,
      urgency,
      reporterName,
      contact,
      language,
      trackingHash,
      trackingUntil: null,
    });
  }
}
