import {
  badRequest,
  conflict,
  forbidden,
  type IdempotentRequest,
  notFound,
  type Principal,
  responseId,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { cents } from '../fields/money.ts';
import { Location } from '../locations/location.entity.ts';
import { limitAfter } from '../spending/approval.ts';
import { TicketSpending } from '../spending/ticket-spending.ts';
import { channelOf } from '../ticket-rows/channel-of.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import { visibleTicket } from '../ticket-rows/visible-ticket.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { UNDER_WAY } from '../vendor-jobs/job-moves.ts';
import { VendorJob } from '../vendor-jobs/vendor-job.entity.ts';
import { VendorJobs } from '../vendor-jobs/vendor-jobs.ts';
import { linkEnd, VendorLinks } from '../vendor-jobs/vendor-links.ts';
import { VendorQuote } from '../vendor-jobs/vendor-quote.entity.ts';
import { Vendor } from '../vendors/vendor.entity.ts';
import { SendingLimits } from './sending-limits.ts';
import {
  type JobResponse,
  jobResponse,
  type QuoteDecisionRequest,
  type ResendJobRequest,
  type ReturnJobRequest,
  type SendJobRequest,
} from './vendor-calls.schemas.ts';
import { VendorJobsRepository } from './vendor-jobs.repository.ts';

const newRow = z.object({ id: responseId });
const deadRow = z.object({ isDead: z.boolean() });

/** A job whose ticket and whose row are locked. */
interface Locked {
  ticket: Ticket;
  job: VendorJob;
}

/** What staff does with the work of vendors. Each call locks the ticket first, as the calls of links. */
@Injectable()
export class StaffCallsService {
  constructor(
    private readonly database: Database,
    private readonly rows: TicketsRepository,
    private readonly tickets: TicketsService,
    private readonly spending: TicketSpending,
    private readonly jobs: VendorJobs,
    private readonly read: VendorJobsRepository,
    private readonly links: VendorLinks,
    private readonly limits: SendingLimits,
  ) {}

  /**
   * Sends a ticket to its vendor.
   * @throws Problem 400 on `vendorId` without an active vendor, on `email` where neither has one, 404, 409 for a solved
   *   ticket and while a job is under way, 429
   */
  send(
    principal: Principal,
    ticketId: string,
    { email, message }: SendJobRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<JobResponse> {
    return this.limits.sending(principal.userId, (count) =>
      this.database.once(principal, idempotentRequest, jobResponse, async (within) => {
        const { vendor, ticket } = await this.lockForSending(within, principal, ticketId);
        if (ticket.status === 'solved')
          throw conflict('ticket_solved', 'This ticket is completed. Reopen it first.');
        const open = await within.countBy(
          VendorJob,
          UNDER_WAY.map((state) => ({ ticketId, state })),
        );
        if (open > 0)
          throw conflict('with_vendor', 'This ticket is with a vendor already. Withdraw it first.');
        const address = email ?? vendor.email;
        if (address === null) throw badRequest({ email: ['This vendor has no e-mail address.'] });
        await count();
        const id = await this.newId(within);
        const job = {
          id,
          ticketId,
          vendorId: vendor.id,
          email: address,
          message,
          sentBy: principal.userId,
          generation: 1,
          tokenHash: this.links.hash(id, 1),
        };
        await within.insert(VendorJob, job);
        await this.jobs.tell(
          within,
          { ...job, vendor },
          {
            kind: 'vendor_sent',
            actorId: principal.userId,
            locationId: ticket.locationId,
            isMailed: true,
            detail: { email: address },
          },
        );
        return this.read.get(principal, id, within);
      }),
    );
  }

  /**
   * Sends the mail again. Another address, and one whose link is dead, gets a new link.
   * @throws Problem 404, 409, 429
   */
  resend(
    principal: Principal,
    id: string,
    { email }: ResendJobRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<JobResponse> {
    return this.limits.sending(principal.userId, (count) =>
      this.database.once(principal, idempotentRequest, jobResponse, async (within) => {
        const { ticket, job } = await this.lock(within, principal, id);
        this.jobs.requireMove('resend', job);
        await count();
        const address = email ?? job.email;
        const isNew = address !== job.email || (await this.isDead(within, id));
        const generation = job.generation + 1;
        const link = { email: address, generation, tokenHash: this.links.hash(id, generation) };
        if (isNew) await within.update(VendorJob, id, { linkedAt: () => 'now()' });
        await this.jobs.move(
          within,
          job,
          'resend',
          { mail: 'waiting', ...(isNew && link) },
          {
            kind: 'vendor_resent',
            actorId: principal.userId,
            locationId: ticket.locationId,
            isMailed: true,
            detail: { email: address },
          },
        );
        return this.read.get(principal, id, within);
      }),
    );
  }

  /** @throws Problem 404, 409 */
  withdraw(principal: Principal, id: string, key: IdempotentRequest | null): Promise<JobResponse> {
    return this.change(principal, id, key, (within, { ticket, job }) =>
      this.jobs.move(
        within,
        job,
        'withdraw',
        {},
        {
          kind: 'vendor_withdrawn',
          actorId: principal.userId,
          locationId: ticket.locationId,
          isMailed: job.state !== 'declined',
        },
      ),
    );
  }

  /**
   * Solves the ticket under all its rules, one of which confirms the job.
   * @throws Problem 404, 409 also by those rules
   */
  confirm(principal: Principal, id: string, key: IdempotentRequest | null): Promise<JobResponse> {
    return this.change(principal, id, key, async (within, { ticket, job }) => {
      this.jobs.requireMove('confirm', job);
      await this.tickets.change(within, principal, ticket, { status: 'solved' });
    });
  }

  /**
   * The work is not done: the vendor gets the note as a comment, by mail.
   * @throws Problem 404, 409
   */
  return(
    principal: Principal,
    id: string,
    { note: body }: ReturnJobRequest,
    key: IdempotentRequest | null,
  ): Promise<JobResponse> {
    return this.change(principal, id, key, async (within, { ticket, job }) => {
      const { userId: actorId } = principal;
      await this.jobs.move(
        within,
        job,
        'return',
        {},
        {
          kind: 'vendor_returned',
          actorId,
          locationId: ticket.locationId,
        },
      );
      await insertEntity(within, TicketComment, {
        ticketId: ticket.id,
        authorId: actorId,
        body,
        visibility: 'vendor',
        via: channelOf(principal),
      });
    });
  }

  /**
   * Decides about a quote. An approved one is the limit of the ticket, where that is lower or there is none.
   * @throws Problem 403 when the limit is not theirs to raise, 404, 409 when the quote is not open
   */
  decide(
    principal: Principal,
    quoteId: string,
    { decision, note }: QuoteDecisionRequest,
    key: IdempotentRequest | null,
  ): Promise<JobResponse> {
    return this.database.once(principal, key, jobResponse, async (within) => {
      const quote = await within.findOneBy(VendorQuote, { id: quoteId });
      if (!quote) throw notFound();
      const { ticket, job } = await this.lock(within, principal, quote.jobId);
      const { state, amount } = await within.findOneByOrFail(VendorQuote, { id: quoteId });
      if (state !== 'open') throw conflict('quote_closed', 'This quote is not open any more.');
      const isApproved = decision === 'approve';
      if (isApproved) await this.raiseLimit(within, principal, ticket, job.vendor, amount);
      await within.update(VendorQuote, quoteId, { state: isApproved ? 'approved' : 'declined', note });
      await this.jobs.tell(within, job, {
        kind: isApproved ? 'quote_approved' : 'quote_declined',
        actorId: principal.userId,
        locationId: ticket.locationId,
        isMailed: true,
        detail: { amount, ...(note !== null && { text: note }) },
      });
      return this.read.get(principal, job.id, within);
    });
  }

  private async raiseLimit(
    within: EntityManager,
    principal: Principal,
    ticket: Ticket,
    vendor: Vendor,
    amount: string,
  ): Promise<void> {
    const { spendingLimit: before } = ticket;
    if (before !== null && cents(amount) <= cents(before)) return;
    const isAdmin = principal.role === 'admin';
    const ofVendor = vendor.spendingLimit;
    if ('refused' in limitAfter({ isAdmin, before, asked: amount, ofVendor, isNewVendor: false }))
      throw forbidden('role', `Only an administrator can raise the limit to ${this.spending.shown(amount)}.`);
    await this.tickets.change(within, principal, ticket, { spendingLimit: amount });
  }

  private change(
    principal: Principal,
    id: string,
    key: IdempotentRequest | null,
    work: (within: EntityManager, locked: Locked) => Promise<void>,
  ): Promise<JobResponse> {
    return this.database.once(principal, key, jobResponse, async (within) => {
      await work(within, await this.lock(within, principal, id));
      return this.read.get(principal, id, within);
    });
  }

  private async lock(within: EntityManager, principal: Principal, id: string): Promise<Locked> {
    const ticketId = await this.read.ticketOf(within, principal, id);
    const ticket = await this.rows.lock(within, principal, ticketId);
    return { ticket, job: await this.jobs.lock(within, id) };
  }

  /**
   * Location and vendor before the ticket, in the order of those who archive and deactivate, so that neither comes
   * between and nobody waits for each other.
   */
  private async lockForSending(
    within: EntityManager,
    principal: Principal,
    id: string,
  ): Promise<{ ticket: Ticket; vendor: Vendor }> {
    const seen = await visibleTicket(within, principal, sql`${id}`)
      .addSelect('t.vendorId')
      .getOne();
    if (!seen) throw notFound();
    const { locationId, vendorId } = seen;
    if (vendorId === null) throw badRequest({ vendorId: ['Choose a vendor first.'] });
    const lock = { mode: 'pessimistic_read' } as const;
    const location = await within.findOneOrFail(Location, { where: { id: locationId }, lock });
    const vendor = await within.findOneOrFail(Vendor, { where: { id: vendorId }, lock });
    if (location.archivedAt !== null)
      throw conflict('location_archived', 'This location is archived. Restore it first.');
    if (!vendor.active) throw badRequest({ vendorId: ['This vendor is not active.'] });
    const ticket = await this.rows.lock(within, principal, id);
    if (ticket.vendorId !== vendorId || ticket.locationId !== locationId)
      throw conflict('ticket_changed', 'The ticket was changed meanwhile. Please try again.');
    return { ticket, vendor };
  }

  /** Known before the row is inserted, because the token is derived from it. */
  private async newId(within: EntityManager): Promise<string> {
    const [row] = await this.database.rows(newRow, sql`SELECT uuidv7() AS id`, { within });
    if (!row) throw new Error('PostgreSQL gave no id');
    return row.id;
  }

  private async isDead(within: EntityManager, id: string): Promise<boolean> {
    const [row] = await this.database.rows(
      deadRow,
      sql`SELECT now() >= ${linkEnd} AS "isDead" FROM core.vendor_jobs j WHERE j.id = ${id}`,
      { within },
    );
    return row?.isDead ?? true;
  }
}
