import { notFound, type Principal, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { visibleTicket } from '../ticket-rows/visible-ticket.ts';
import { linkEnd, VendorLinks } from '../vendor-jobs/vendor-links.ts';
import { locationVisibleTo, vendorVisibleTo } from '../visibility/visible-to.ts';
import { type JobResponse, jobResponse } from './vendor-calls.schemas.ts';

/** A job, with what its link is made from. */
const jobRow = jobResponse.omit({ link: true }).extend({
  generation: z.int(),
  tokenHash: z.string(),
  isDead: z.boolean(),
});
const ticketRow = z.object({ ticketId: responseId });

const quotes = sql`
  (SELECT coalesce(json_agg(json_build_object('id', q.id, 'jobId', q.job_id, 'amount', q.amount::text,
     'description', q.description, 'state', q.state, 'note', q.note, 'sentBy', q.sent_by, 'createdAt',
     to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY q.id DESC), '[]')
   FROM core.vendor_quotes q WHERE q.job_id = j.id)`;
const columns = columnsOf(jobRow, 'j', {
  vendorId: sql`v.id`,
  vendor: 'v',
  sentAt: sql`j.created_at`,
  quotes,
  tokenHash: sql`encode(j.token_hash, 'base64')`,
  isDead: sql`(j.state = 'withdrawn' OR now() >= ${linkEnd})`,
});
const ofTicket = (principal: Principal): Sql =>
  sql`EXISTS (SELECT FROM core.tickets t WHERE t.id = j.ticket_id AND ${locationVisibleTo(principal, sql`t.location_id`)})`;

/** Reads jobs for staff. Those of tickets outside the caller's scope behave as missing. */
@Injectable()
export class VendorJobsRepository {
  constructor(
    private readonly database: Database,
    private readonly links: VendorLinks,
  ) {}

  /**
   * The jobs of a ticket, newest first.
   * @throws Problem 404
   */
  async ofTicket(principal: Principal, ticketId: string): Promise<JobResponse[]> {
    const ticket = visibleTicket(this.database.entities, principal, sql`${ticketId}`);
    if (!(await ticket.getExists())) throw notFound();
    return this.read(principal, sql`j.ticket_id = ${ticketId} ORDER BY j.id DESC`);
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<JobResponse> {
    const [job] = await this.read(principal, sql`j.id = ${id} AND ${ofTicket(principal)}`, within);
    if (!job) throw notFound();
    return job;
  }

  /**
   * The ticket of a job, which is locked before the job.
   * @throws Problem 404
   */
  async ticketOf(within: EntityManager, principal: Principal, id: string): Promise<string> {
    const [found] = await this.database.rows(
      ticketRow,
      sql`SELECT j.ticket_id AS "ticketId" FROM core.vendor_jobs j WHERE j.id = ${id} AND ${ofTicket(principal)}`,
      { within, prepare: true },
    );
    if (!found) throw notFound();
    return found.ticketId;
  }

  private async read(principal: Principal, which: Sql, within?: EntityManager): Promise<JobResponse[]> {
    const rows = await this.database.rows(
      jobRow,
      sql`SELECT ${columns} FROM core.vendor_jobs j
          LEFT JOIN core.vendors v ON v.id = j.vendor_id AND ${vendorVisibleTo(principal)}
          WHERE ${which}`,
      { within },
    );
    return rows.map(({ generation, tokenHash, isDead, ...job }) => ({
      ...job,
      link: isDead
        ? null
        : this.links.address({ id: job.id, generation, tokenHash: Buffer.from(tokenHash, 'base64') }),
    }));
  }
}
