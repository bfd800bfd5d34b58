import { publicNotFound, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOptionsWhere, In, IsNull, Not, type ObjectType } from 'typeorm';
import { z } from 'zod';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { IntakeCode } from '../intake-codes/intake-code.entity.ts';
import { Location } from '../locations/location.entity.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { Language } from './language-of.ts';
import { IntakeReport } from './intake-report.entity.ts';
import type { CreateReportRequest } from './intake.schemas.ts';

/** Open reports that a code shows. */
const SHOWN = 3;
/** Hours for which a code rests after its daily limit. */
const REST_HOURS = 1;

/** A code that can be used, with what it is on. */
export type LiveCode = IntakeCode & { hash: Buffer };

const usedRow = z.object({ reportId: responseId });

/** A report as it is accepted. */
interface AcceptedReport {
  id: string;
  code: LiveCode;
  request: CreateReportRequest;
  language: Language;
  trackingHash: Buffer;
}

/** Reads codes, and writes reports. */
@Injectable()
export class IntakeRepository {
  constructor(private readonly database: Database) {}

  /** Null for a code that does not exist, was rotated, is inactive, or is on a removed or archived location. */
  async code(hash: Buffer): Promise<LiveCode | null> {
    const code = await this.database.entities
      .createQueryBuilder(IntakeCode, 'c')
      .innerJoinAndSelect('c.location', 'l')
      .leftJoinAndSelect('c.equipment', 'e')
      .where('c.codeHash = :hash AND c.active AND l.removedAt IS NULL AND l.archivedAt IS NULL', { hash })
      .andWhere('e.removedAt IS NULL')
      .getOne();
    return code && Object.assign(code, { hash });
  }

  /** Open tickets made by QR code for the equipment of a code, or else for its store, newest first. */
  open({ locationId, equipmentId }: LiveCode): Promise<Ticket[]> {
    return this.database.entities.find(Ticket, {
      select: { id: true, createdAt: true, status: true },
      where: {
        locationId,
        status: In(['incoming', 'in_progress']),
        via: 'qr',
        ...(equipmentId !== null && { equipmentId }),
      },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: SHOWN,
    });
  }

  /**
   * Records that the code is used, and keeps it and what it is on until the transaction ends. Locks in the order in
   * which removals do: location, ticket, equipment, code.
   * @param join the ticket to join, null for a new one
   * @returns the id of the new report, and the number of the joined ticket, null if it cannot be joined
   * @throws Problem 404 when the code was rotated, turned off or removed since it was read
   */
  async use(
    within: EntityManager,
    code: LiveCode,
    join: string | null,
  ): Promise<{ reportId: string; joined: Ticket | null }> {
    const { locationId, equipmentId } = code;
    await this.lock(within, Location, { id: locationId, archivedAt: IsNull() });
    const joined =
      join === null
        ? null
        : await within.findOne(Ticket, {
            select: { id: true, number: true },
            where: { id: join, locationId, via: 'qr', status: Not('solved') },
            lock: { mode: 'pessimistic_read' },
          });
    if (equipmentId !== null) await this.lock(within, Equipment, { id: equipmentId });
    // In SQL: RETURNING of what the table does not have.
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

  /**
   * What a code is on remains until the transaction ends.
   * @throws Problem 404 when it was removed or archived
   */
  private async lock<Row extends Equipment | Location>(
    within: EntityManager,
    type: ObjectType<Row>,
    where: FindOptionsWhere<Row>,
  ): Promise<void> {
    const found = await within.findOne(type, {
      where: { ...where, removedAt: IsNull() },
      lock: { mode: 'for_key_share' },
    });
    if (!found) throw publicNotFound();
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
      within
        .createQueryBuilder()
        .update(IntakeCode)
        .set({ suspendedUntil: () => `now() + interval '${REST_HOURS} hours'` })
        .where('id = :codeId AND (suspended_until IS NULL OR suspended_until <= now())', { codeId })
        .execute(),
    );
  }

  /** @param commentId null for the first report of a ticket */
  async insertReport(
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
