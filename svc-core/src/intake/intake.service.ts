import {
  badRequest,
  conflict,
  type IdempotentRequest,
  responseId,
  tooManyRequests,
  hashOfCode,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import type { ReportedTicket } from '../ticket-rows/tickets.repository.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { CodeExhausted, type GiveBack, IntakeLimits } from './intake-limits.ts';
import { IntakeRepository, type LiveCode } from './intake.repository.ts';
import {
  type CreateReportRequest,
  type ScannedCodeResponse,
  type ReportResponse,
  stateOf,
} from './intake.schemas.ts';
import { IntakeSecrets } from './intake-secrets.ts';
import type { Language } from './language-of.ts';
import { titleOf } from './title-of.ts';

/** As stored for the Idempotency-Key. The tracking token is not in it: it is derived again (docs/decisions/0045). */
const storedReport = z.object({
  number: z.int(),
  reportId: responseId,
  /** SHA-256 of the tracking token in base64. */
  trackingHash: z.string(),
});
type StoredReport = z.infer<typeof storedReport>;

/** Keys are stored by the code's id, and the address has the code in it, which must not be stored. */
const OPERATION = 'POST /api/intake/{code}/reports';
const HIDDEN_FIELD =
  'A hidden field was filled in, perhaps by your browser. Please empty “website” and send the report again.';
/** Seconds. */
const REST_S = 60 * 60;

/** Where a report comes from. */
export interface Sender {
  address: string | undefined;
  language: Language;
  idempotentRequest: IdempotentRequest | null;
}

/** The store is inactive and takes no reports. */
const isClosed = ({ location }: LiveCode): boolean => location.status !== 'active';

/** The ticket of a first report. */
const reportedTicket = (
  { equipment, equipmentId, locationId }: LiveCode,
  { description, urgency }: CreateReportRequest,
): ReportedTicket => ({
  title: titleOf(equipment?.name ?? null, description),
  description,
  locationId,
  equipmentId,
  priority: urgency,
  ticketType: equipmentId === null ? 'repair' : 'equipment',
});

/** Reports by QR code, from people without an account. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly database: Database,
    private readonly intake: IntakeRepository,
    private readonly limits: IntakeLimits,
    private readonly secrets: IntakeSecrets,
    private readonly tickets: TicketsService,
  ) {}

  /** What a code is on, and its open reports without anything of their tickets. */
  async read(code: LiveCode): Promise<ScannedCodeResponse> {
    const open = await this.intake.open(code);
    const { location, equipment } = code;
    return {
      location: { name: location.name, storeNumber: location.storeNumber },
      equipment: equipment && { name: equipment.name },
      closed: isClosed(code),
      open: open.map(({ id, createdAt, status }) => ({
        join: this.secrets.join(code.id, id),
        reportedAt: createdAt.toISOString(),
        state: stateOf[status] === 'working' ? 'working' : 'received',
      })),
    };
  }

  /**
   * Makes a ticket of a report, or adds it to an open one. The same request with a key again returns the same, and
   * counts for no limit. One with `website` is refused in words, because a browser may have filled it in, not a
   * program.
   * @throws Problem 400 on `website` when it is filled in
   * @throws Problem 400 on `join` when it was not issued for this code within the last hour, or the ticket is completed
   * @throws Problem 404 when the code was rotated meanwhile, 409 when the store is inactive, 429 with Retry-After, 503
   *   without Redis
   */
  async report(code: LiveCode, request: CreateReportRequest, sender: Sender): Promise<ReportResponse> {
    const { idempotentRequest, address } = sender;
    if (request.website !== '') {
      await this.limits.takeTrap({ code: code.id, address }, idempotentRequest?.key);
      throw badRequest({ website: ['Must be empty.'] }, HIDDEN_FIELD);
    }
    return this.counted(code, sender, async (count) => {
      // Without a key it repeats no other one, and is refused without a transaction.
      if (idempotentRequest === null) await count();
      const { number, reportId, trackingHash } = await this.limits.run(() =>
        this.database.once(
          { userId: code.id },
          idempotentRequest && { ...idempotentRequest, operation: OPERATION },
          storedReport,
          async (transaction) => {
            if (idempotentRequest !== null) await count();
            return this.accept(transaction, code, request, sender);
          },
        ),
      );
      return { number, trackingToken: this.secrets.trackingTokenAgain(reportId, trackingHash) };
    });
  }

  /** Lets `work` count as a report when it begins to be one. It counts only if it succeeds. */
  private async counted<Result>(
    code: LiveCode,
    { address }: Sender,
    work: (count: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    let giveBack: GiveBack | undefined;
    try {
      return await work(async () => {
        this.limits.requireAwake(code.suspendedUntil);
        giveBack = await this.limits.takeReport({ code: code.hash.toString('hex'), address });
      });
    } catch (error) {
      await giveBack?.();
      if (!(error instanceof CodeExhausted)) throw error;
      await this.intake.suspend(code.id);
      throw tooManyRequests(
        'There were many reports with this code today. Please call your manager.',
        REST_S,
      );
    }
  }

  private async accept(
    transaction: EntityManager,
    code: LiveCode,
    request: CreateReportRequest,
    { language }: Sender,
  ): Promise<StoredReport> {
    const { join = null } = request;
    if (isClosed(code))
      throw conflict(
        'no_reports_now',
        'This store takes no reports at the moment. Please tell your manager.',
      );
    const ticketId = join === null ? null : this.secrets.joinedTicket(code.id, join);
    const { reportId, joined } = await this.intake.use(transaction, code, ticketId);
    if (join !== null && joined === null) {
      throw badRequest({ join: ['This problem is fixed or cannot be joined any more. Send a new report.'] });
    }
    const trackingHash = hashOfCode(this.secrets.trackingToken(reportId));
    const report = { id: reportId, code, request, language: request.language ?? language, trackingHash };
    if (joined !== null) await this.intake.insertJoined(transaction, report, joined.id);
    const { id, number } =
      joined ?? (await this.tickets.createReported(transaction, reportedTicket(code, request)));
    if (joined === null) await this.intake.insertReport(transaction, report, id, null);
    return { number, reportId, trackingHash: trackingHash.toString('base64') };
  }
}
