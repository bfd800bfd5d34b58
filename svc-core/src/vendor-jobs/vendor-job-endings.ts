import { responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { jobStates } from '../fields/job-states.ts';
import { TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { moves } from './job-moves.ts';

const endedRow = z.object({
  id: responseId,
  ticketId: responseId,
  locationId: responseId,
  name: z.string(),
  generation: z.int(),
  stateBefore: z.enum(jobStates),
});

/** Who does something: a user, or nobody of ours. */
interface By {
  actorId?: string | undefined;
}

/** Ends jobs because of what happens to their ticket, vendor or location. */
@Injectable()
export class VendorJobEndings {
  constructor(
    private readonly database: Database,
    private readonly events: TicketEvents,
  ) {}

  /** The work of a ticket that is solved is confirmed, or not wanted any more. */
  async solve(within: EntityManager, ticketId: string, by: By): Promise<void> {
    const ofTicket = sql`j.ticket_id = ${ticketId}`;
    await this.end(within, ofTicket, 'solve', by);
    await this.end(within, ofTicket, 'solveUnanswered', by);
  }

  /** A ticket has another vendor, or none. */
  leaveTicket(within: EntityManager, ticketId: string, by: By): Promise<void> {
    return this.end(within, sql`j.ticket_id = ${ticketId}`, 'leave', by);
  }

  /** A vendor gets no work any more. */
  leaveVendor(within: EntityManager, vendorId: string, by: By): Promise<void> {
    return this.end(within, sql`j.vendor_id = ${vendorId}`, 'leave', by);
  }

  /** A location is archived. */
  leaveLocation(within: EntityManager, locationId: string, by: By): Promise<void> {
    const ofLocation = sql`j.ticket_id IN (SELECT id FROM core.tickets WHERE location_id = ${locationId})`;
    return this.end(within, ofLocation, 'leave', by);
  }

  /**
   * Moves all jobs `j` that can be. In SQL: a vendor may have many, and the state before decides about the mail: who has
   * declined needs none.
   */
  private async end(
    within: EntityManager,
    which: Sql,
    name: 'solve' | 'solveUnanswered' | 'leave',
    { actorId }: By,
  ): Promise<void> {
    const { from, to } = moves[name];
    const those = sql`${which} AND j.state = ANY (${from})`;
    // In the order of every transaction: tickets by their ids, then their jobs.
    await this.database.run(
      sql`SELECT FROM core.tickets WHERE id IN (SELECT j.ticket_id FROM core.vendor_jobs j WHERE ${those})
          ORDER BY id FOR NO KEY UPDATE`,
      { within },
    );
    const jobs = await this.database.rows(
      endedRow,
      sql`UPDATE core.vendor_jobs j SET state = ${to}, ended_at = coalesce(j.ended_at, now())
          FROM core.vendors v, core.tickets t
          WHERE v.id = j.vendor_id AND t.id = j.ticket_id AND ${those}
          RETURNING j.id, j.ticket_id AS "ticketId", t.location_id AS "locationId", v.name, j.generation,
            old.state AS "stateBefore"`,
      { within },
    );
    if (jobs.length === 0) return;
    await this.declineQuotes(
      within,
      jobs.map(({ id }) => id),
    );
    await this.events.add(
      within,
      jobs.map(({ id: jobId, ticketId, locationId, name: vendorName, generation, stateBefore }) => ({
        ticketId,
        locationId,
        kind: to === 'confirmed' ? 'vendor_confirmed' : 'vendor_withdrawn',
        ...(actorId !== undefined && { actorId }),
        vendor: {
          jobId,
          name: vendorName,
          ...(to === 'withdrawn' && stateBefore !== 'declined' && { generation }),
        },
        notified: [],
      })),
    );
  }

  /** The open quotes of jobs that are over. */
  async declineQuotes(within: EntityManager, jobIds: readonly string[]): Promise<void> {
    await this.database.run(
      sql`UPDATE core.vendor_quotes SET state = 'declined' WHERE job_id = ANY (${jobIds}) AND state = 'open'`,
      { within },
    );
  }
}
