import type { IdempotentRequest } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { type GiveBack, IntakeLimits } from './intake-limits.ts';
import { IntakeRepository } from './intake.repository.ts';
import {
  type CreateReplyRequest,
  type ReplyResponse,
  replyResponse,
  stateOf,
  type TrackingResponse,
} from './intake.schemas.ts';
import { type TrackedReport, TrackingRepository } from './tracking.repository.ts';
import { updatesOf } from './tracking-updates.ts';

/** Keys are stored by the report's id, and the address has the token in it, which must not be stored. */
const OPERATION = 'POST /api/intake/track/{token}/replies';

/** What a reporter follows, with the token that the report returned. */
@Injectable()
export class TrackingService {
  constructor(
    private readonly database: Database,
    private readonly tracking: TrackingRepository,
    private readonly intake: IntakeRepository,
    private readonly limits: IntakeLimits,
  ) {}

  /** The state, without any name, and without texts that are not for the reporter. */
  async read(report: TrackedReport): Promise<TrackingResponse> {
    const [changes, texts, photos] = await Promise.all([
      this.tracking.statusChanges(report.ticketId),
      this.tracking.texts(report),
      this.tracking.photos(report),
    ]);
    const { ticket, description, commentId } = report;
    const { status, location, equipment } = ticket;
    const reportedAt = report.createdAt.toISOString();
    return {
      state: stateOf[status],
      updates: updatesOf({ reportedAt, description, commentId }, changes, texts),
      location: { name: location.name },
      equipment: equipment && { name: equipment.name },
      reportedAt,
      trackingUntil: report.trackingUntil?.toISOString() ?? null,
      photos,
    };
  }

  /**
   * Adds a comment to the ticket, which the team and this reporter see.
   * @throws Problem 404 when tracking has ended meanwhile, 429 with Retry-After, 503 without Redis
   */
  async reply(
    report: TrackedReport,
    { body }: CreateReplyRequest,
    address: string | undefined,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<ReplyResponse> {
    let giveBack: GiveBack | undefined;
    try {
      return await this.limits.run(() =>
        this.database.once(
          { userId: report.id },
          idempotentRequest && { ...idempotentRequest, operation: OPERATION },
          replyResponse,
          async (transaction) => {
            giveBack = await this.limits.takeReply(report.id, address);
            const name = await this.tracking.lock(transaction, report);
            const comment = await this.intake.insertComment(transaction, report.ticketId, name, body);
            await this.tracking.addReply(transaction, report.id, comment.id);
            return { at: comment.createdAt.toISOString(), body };
          },
        ),
      );
    } catch (error) {
      await giveBack?.();
      throw error;
    }
  }
}
