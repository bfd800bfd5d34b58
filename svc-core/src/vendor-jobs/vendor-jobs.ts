import { conflict, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Equal } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import {
  TicketEvents,
  type VendorDetail,
  type VendorEvent,
} from '../ticket-events/ticket-events.repository.ts';
import { jobStates } from '../fields/job-states.ts';
import { isEnded, moved, type MoveName, moves } from './job-moves.ts';
import { VendorJob } from './vendor-job.entity.ts';
import { VendorQuote } from './vendor-quote.entity.ts';

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

/** A line of the timeline about a job. */
interface Told extends By {
  kind: VendorEvent;
  locationId: string;
  /** Whether the vendor gets a mail. */
  isMailed?: boolean;
  /** Whether the sender is notified. */
  isTold?: boolean;
  detail?: Omit<VendorDetail, 'jobId' | 'name' | 'generation'>;
}

/** Changes jobs by the table of their states (job-moves.ts), whichever side asks. The caller has locked the ticket. */
@Injectable()
export class VendorJobs {
  constructor(
    private readonly database: Database,
    private readonly events: TicketEvents,
  ) {}

  /** Locks a job, whose ticket is locked, until the transaction ends. */
  lock(within: EntityManager, id: string): Promise<VendorJob> {
    return within
      .createQueryBuilder(VendorJob, 'j')
      .innerJoinAndSelect('j.vendor', 'v')
      .where({ id: Equal(id) })
      .setLock('for_no_key_update', undefined, ['j'])
      .getOneOrFail();
  }

  /**
   * Moves a job, with these fields, and tells it.
   * @throws Problem 409 where the table has no such move from its state
   */
  async move(
    within: EntityManager,
    job: VendorJob,
    name: MoveName,
    fields: Partial<
      Pick<VendorJob, 'visitAt' | 'reason' | 'note' | 'email' | 'generation' | 'tokenHash' | 'mail'>
    >,
    told: Told,
  ): Promise<void> {
    const { to } = this.requireMove(name, job);
    const isOver = isEnded(to);
    await within.update(VendorJob, job.id, {
      ...fields,
      state: to,
      ...(isOver !== isEnded(job.state) && { endedAt: isOver ? () => 'now()' : null }),
    });
    if (isOver) await this.declineQuotes(within, [job.id]);
    await this.tell(within, { ...job, ...fields }, told);
  }

  /** @throws Problem 409 */
  requireMove(name: MoveName, { state }: Pick<VendorJob, 'state'>): { to: VendorJob['state'] } {
    const result = moved(name, state);
    if ('refused' in result) throw conflict(result.refused);
    return result;
  }

  tell(
    within: EntityManager,
    job: Pick<VendorJob, 'id' | 'ticketId' | 'sentBy' | 'generation' | 'vendor'>,
    { kind, actorId, locationId, isMailed = false, isTold = false, detail = {} }: Told,
  ): Promise<void> {
    const { id: jobId, ticketId, sentBy, generation, vendor } = job;
    return this.events.add(within, [
      {
        ticketId,
        locationId,
        kind,
        ...(actorId !== undefined && { actorId }),
        vendor: { jobId, name: vendor.name, ...detail, ...(isMailed && { generation }) },
        notified: isTold && sentBy !== null ? [sentBy] : [],
      },
    ]);
  }

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

  private async declineQuotes(within: EntityManager, jobIds: readonly string[]): Promise<void> {
    await within
      .createQueryBuilder()
      .update(VendorQuote)
      .set({ state: 'declined' })
      .where("job_id = ANY (:jobIds) AND state = 'open'", { jobIds })
      .execute();
  }
}
