import {
  badRequest,
  conflict,
  hashOfCode,
  type IdempotentRequest,
  type Principal,
  publicNotFound,
  requestContext,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { CostsService } from '../costs/costs.service.ts';
import { Database } from '../database/database.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { optionalMoment } from '../fields/instant.ts';
import { TicketProof, withoutProof } from '../proof/ticket-proof.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { type MoveName, UNDER_WAY } from '../vendor-jobs/job-moves.ts';
import { VendorJob } from '../vendor-jobs/vendor-job.entity.ts';
import { VendorJobs } from '../vendor-jobs/vendor-jobs.ts';
import { VendorQuote } from '../vendor-jobs/vendor-quote.entity.ts';
import { type LinkedJob, LinksRepository } from './links.repository.ts';
import { SendingLimits } from './sending-limits.ts';
import {
  type AnswerJobRequest,
  type CommentOnJobRequest,
  type FinishJobRequest,
  type JobPageResponse,
  jobPageResponse,
  type SendQuoteRequest,
  type SetVisitRequest,
} from './link-calls.schemas.ts';

/**
 * A vendor as whoever changes a ticket: a manager of no location, so that a rule which asks what they may see finds
 * nothing. No user has this id.
 */
const VENDOR: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  email: '',
  firstName: '',
  lastName: '',
  role: 'district_manager',
  sessionEpoch: 0,
  via: 'session',
};

/** How far ahead a visit may be. */
const MOST_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What is stored for an Idempotency-Key: the page is read again. */
const WRITTEN = jobPageResponse.pick({ state: true });

/** A call of a link, whose ticket and job are locked. */
interface Call {
  within: EntityManager;
  ticket: Ticket;
  job: VendorJob;
}

/** What a vendor sees and does with a link. Reading changes nothing, and nothing is noted of it. */
@Injectable()
export class LinkCallsService {
  constructor(
    private readonly database: Database,
    private readonly links: LinksRepository,
    private readonly limits: SendingLimits,
    private readonly rows: TicketsRepository,
    private readonly tickets: TicketsService,
    private readonly costs: CostsService,
    private readonly proof: TicketProof,
    private readonly jobs: VendorJobs,
  ) {}

  /** @throws Problem 404 when it was removed meanwhile */
  async read(job: LinkedJob): Promise<JobPageResponse> {
    if (job.isDead) return this.head(job);
    const page = await this.links.page(job);
    const ticket = await this.database.entities.findOneBy(Ticket, { id: job.ticketId });
    if (!page || !ticket) throw publicNotFound();
    const missing = await this.proof.missing(undefined, ticket);
    return {
      ...page,
      proof: {
        afterPhoto: missing.includes('afterPhoto'),
        beforePhoto: missing.includes('beforePhoto'),
        note: missing.includes('note'),
      },
    };
  }

  /**
   * Accepts or declines. A ticket that is accepted is worked on.
   * @throws Problem 409 by the state of the job, for a completed ticket, and while another vendor works
   */
  answer(job: LinkedJob, request: AnswerJobRequest, key: IdempotentRequest | null): Promise<JobPageResponse> {
    const { accept, visitAt, reason, name: by } = request;
    return this.write(job, 'answer', accept ? 'accept' : 'decline', key, async (call) => {
      const { within, ticket } = call;
      const locationId = ticket.locationId;
      if (!accept) {
        await this.jobs.move(
          within,
          call.job,
          'decline',
          { reason },
          {
            kind: 'vendor_declined',
            locationId,
            isTold: true,
            detail: { by, ...(reason !== null && { text: reason }) },
          },
        );
        return;
      }
      await this.requireFree(call);
      if (visitAt !== null) requireSoon(visitAt);
      const visit = visitAt === null ? {} : { visitAt: optionalMoment(visitAt) };
      await this.jobs.move(
        within,
        call.job,
        'accept',
        { ...visit, reason: null },
        {
          kind: 'vendor_accepted',
          locationId,
          isTold: true,
          detail: { by, ...(visitAt !== null && { visitAt }) },
        },
      );
      if (ticket.status === 'incoming')
        await this.tickets.change(within, VENDOR, ticket, { status: 'in_progress' });
    });
  }

  /** @throws Problem 409 by the state of the job */
  visit(
    job: LinkedJob,
    { name: by, visitAt }: SetVisitRequest,
    key: IdempotentRequest | null,
  ): Promise<JobPageResponse> {
    return this.write(job, 'visit', 'visit', key, async ({ within, ticket, job: row }) => {
      requireSoon(visitAt);
      const detail = { by, visitAt };
      await this.jobs.move(
        within,
        row,
        'visit',
        { visitAt: new Date(visitAt) },
        { kind: 'vendor_visit', locationId: ticket.locationId, detail },
      );
    });
  }

  /** @throws Problem 409 by the state of the job */
  comment(
    job: LinkedJob,
    { name, body }: CommentOnJobRequest,
    key: IdempotentRequest | null,
  ): Promise<JobPageResponse> {
    return this.write(job, 'comments', 'comment', key, async ({ within, ticket, job: { vendor } }) => {
      await insertEntity(within, TicketComment, {
        ticketId: ticket.id,
        authorId: null,
        authorName: `${name}, ${vendor.name}`,
        body,
        visibility: 'vendor',
        via: 'vendor',
      });
    });
  }

  /**
   * A new quote replaces the open one.
   * @throws Problem 409 by the state of the job
   */
  quote(job: LinkedJob, request: SendQuoteRequest, key: IdempotentRequest | null): Promise<JobPageResponse> {
    const { name: by, amount, description } = request;
    return this.write(job, 'quotes', 'quote', key, async ({ within, ticket, job: row }) => {
      await within.update(VendorQuote, { jobId: row.id, state: 'open' }, { state: 'replaced' });
      const quote = { jobId: row.id, ticketId: ticket.id, amount, description, sentBy: by };
      await insertEntity(within, VendorQuote, quote);
      await this.jobs.tell(within, row, {
        kind: 'vendor_quoted',
        locationId: ticket.locationId,
        isTold: true,
        detail: { by, amount, text: description },
      });
    });
  }

  /**
   * The work is done; somebody of staff confirms it. What it costs is a cost of the ticket, under its limits.
   * @throws Problem 409 by the state of the job, and without the photos that the completion rule asks for
   */
  finish(job: LinkedJob, request: FinishJobRequest, key: IdempotentRequest | null): Promise<JobPageResponse> {
    const { name: by, note, amount, invoiceNumber } = request;
    return this.write(job, 'done', 'done', key, async ({ within, ticket, job: row }) => {
      const missing = await this.proof.missing(within, ticket);
      const photos = missing.filter((proof) => proof === 'beforePhoto' || proof === 'afterPhoto');
      if (photos.length > 0) throw withoutProof(photos);
      await this.jobs.move(
        within,
        row,
        'done',
        { note },
        {
          kind: 'vendor_done',
          locationId: ticket.locationId,
          isTold: true,
          detail: { by, text: note, ...(amount !== null && { amount }) },
        },
      );
      if (ticket.completionNote === null)
        await this.tickets.change(within, VENDOR, ticket, { completionNote: note });
      if (amount === null) return;
      const description = `Work order #${ticket.number}`;
      const cost = { kind: 'other', amount, description, vendorId: row.vendorId, invoiceNumber } as const;
      await this.costs.add(within, VENDOR, ticket, cost, null);
    });
  }

  /** One who declined may accept after all, while nobody else has the work. */
  private async requireFree({ within, ticket, job }: Call): Promise<void> {
    if (ticket.status === 'solved') throw conflict('work_done', 'The work is done already.');
    const others = UNDER_WAY.map((state) => ({ ticketId: ticket.id, state }));
    const open = await within.findOneBy(VendorJob, others);
    if (open && open.id !== job.id) throw conflict('job_taken', 'Somebody else has this work order by now.');
  }

  /** Stored by the job, with the pattern of the address: the address has the token in it. */
  private async write(
    linked: LinkedJob,
    call: string,
    move: MoveName,
    key: IdempotentRequest | null,
    work: (call: Call) => Promise<void>,
  ): Promise<JobPageResponse> {
    requestContext().via = 'vendor';
    const operation = `POST /api/intake/jobs/{token}/${call}`;
    await this.limits.writing(linked.id, (count) =>
      this.database.once({ userId: linked.id }, key && { ...key, operation }, WRITTEN, async (within) => {
        const ticket = await this.rows.lockUnseen(within, linked.ticketId);
        if (!ticket) throw publicNotFound();
        const job = await this.jobs.lock(within, linked.id);
        // Another address got another link meanwhile.
        if (!job.tokenHash.equals(hashOfCode(linked.token))) throw publicNotFound();
        if (linked.state === 'expired') throw conflict('link_expired', 'This link has expired.');
        this.jobs.requireMove(move, job);
        await count();
        await work({ within, ticket, job });
        return { state: job.state };
      }),
    );
    const present = await this.links.find(hashOfCode(linked.token));
    if (!present) throw publicNotFound();
    return this.read({ ...present, token: linked.token });
  }

  private async head(job: LinkedJob): Promise<JobPageResponse> {
    const head = await this.links.head(job);
    if (!head) throw publicNotFound();
    return head;
  }
}

/** @throws Problem 400 for a visit that is over or too far away */
function requireSoon(visitAt: string): void {
  const ahead = Date.parse(visitAt) - Date.now();
  if (ahead > 0 && ahead <= MOST_DAYS * DAY_MS) return;
  throw badRequest({ visitAt: [`Must be later than now, at most ${MOST_DAYS} days.`] });
}
