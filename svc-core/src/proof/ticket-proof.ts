import { conflict, incomplete, type Principal, type Problem } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { type Proof, proofs } from '../fields/proofs.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';

const SENTENCES: Record<Proof, string> = {
  beforePhoto: 'Add a photo from before the work first.',
  afterPhoto: 'Add a photo of the finished work first.',
  note: 'Say what was done first.',
  checklist: 'Finish the checklist first.',
};

/** For each proof whether it is asked for and missing. */
const missingRow = z.object({
  beforePhoto: z.boolean(),
  afterPhoto: z.boolean(),
  note: z.boolean(),
  checklist: z.boolean(),
});
const recordedRow = z.object({ isRecorded: z.boolean().nullable() });

/** 409 with a sentence for each. */
export const withoutProof = (missing: readonly Proof[]): Problem =>
  incomplete('proof_missing', missing.map((proof) => SENTENCES[proof]).join(' '), missing);

/** What proves that a ticket is done. The caller has locked the ticket, so that no picture is removed meanwhile. */
@Injectable()
export class TicketProof {
  constructor(private readonly database: Database) {}

  /**
   * What the rule of the type asks for now and the ticket lacks, and whether a checklist of it is open. In SQL: rule,
   * pictures and runs in one statement.
   * @param within undefined outside a transaction
   */
  async missing(
    within: EntityManager | undefined,
    { id, ticketType, completionNote }: Pick<Ticket, 'id' | 'ticketType' | 'completionNote'>,
  ): Promise<Proof[]> {
    const lacks = (purpose: 'before' | 'after') => sql`
      NOT EXISTS (SELECT FROM core.ticket_photos WHERE ticket_id = ${id} AND purpose = ${purpose})`;
    const [found] = await this.database.rows(
      missingRow,
      sql`SELECT before_photo AND ${lacks('before')} AS "beforePhoto", after_photo AND ${lacks('after')} AS "afterPhoto",
            note AND ${completionNote === null} AS note,
            EXISTS (SELECT FROM core.checklist_runs WHERE ticket_id = ${id} AND state = 'open') AS checklist
          FROM core.completion_rules WHERE ticket_type = ${ticketType}`,
      { within, prepare: true },
    );
    return proofs.filter((proof) => found?.[proof]);
  }

  /**
   * The pictures of a comment that is removed prove nothing from now on.
   * @throws Problem 409 where a solved ticket needs one of them, but by administrators
   */
  async removeOfComment(within: EntityManager, { role }: Principal, commentId: string): Promise<void> {
    const rows = await this.database.rows(
      recordedRow,
      sql`SELECT core.record_photo(id, ticket_id, comment_id, NULL, ${role === 'admin'}) AS "isRecorded"
          FROM core.ticket_photos WHERE comment_id = ${commentId}`,
      { within },
    );
    if (rows.some(({ isRecorded }) => isRecorded !== true))
      throw conflict('proof_needed', 'Reopen the ticket first.');
  }
}
