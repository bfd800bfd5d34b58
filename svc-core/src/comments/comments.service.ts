import {
  badRequest,
  forbidden,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { TicketProof } from '../proof/ticket-proof.ts';
import { requireTicket } from '../ticket-rows/visible-ticket.ts';
import type { WatchReason } from '../watchers/ticket-watcher.entity.ts';
import { WatchersRepository } from '../watchers/watchers.repository.ts';
import { CommentsRepository } from './comments.repository.ts';
import {
  type CommentResponse,
  commentResponse,
  type CreateCommentRequest,
  type UpdateCommentRequest,
} from './comments.schemas.ts';
import { mentionsOf } from './mentions.ts';

const asMentioned = (userIds: readonly string[]): Map<string, WatchReason> =>
  new Map(userIds.map((id) => [id, 'mentioned']));

/** Comments on tickets. They are no change of the ticket, whose version stays. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly comments: CommentsRepository,
    private readonly watchers: WatchersRepository,
    private readonly proof: TicketProof,
  ) {}

  /**
   * The author and those mentioned watch the ticket from then on.
   * @throws Problem 404, or 400 on `body` for a mention of somebody who cannot open the ticket, or of anybody in a
   *   comment that is visible to the reporter
   */
  create(
    principal: Principal,
    ticketId: string,
    request: CreateCommentRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<CommentResponse>> {
    return this.database.once(
      principal,
      idempotentRequest,
      versioned(commentResponse),
      async (transaction) => {
        const locationId = await requireTicket(transaction, principal, ticketId);
        const mentioned = await this.requireMentions(transaction, locationId, request);
        const id = await this.comments.insert(transaction, principal, ticketId, request);
        await this.comments.setMentions(transaction, id, mentioned);
        await this.watchers.add(
          transaction,
          ticketId,
          asMentioned(mentioned).set(principal.userId, 'commented'),
        );
        return this.read(transaction, ticketId, id);
      },
    );
  }

  /**
   * Only the author may change a comment. The same text again is no change.
   * @throws Problem 403, 404 also for a removed one, 412, or 400 on `body` as for {@link create}
   */
  update(
    principal: Principal,
    id: string,
    { body }: UpdateCommentRequest,
    precondition: Precondition,
  ): Promise<Versioned<CommentResponse>> {
    return this.database.transaction(async (transaction) => {
      const comment = await this.comments.lock(transaction, principal, id);
      if (comment.authorId !== principal.userId)
        throw forbidden('not_author', 'Only its author can change a comment.');
      precondition(comment.version);
      if (body !== comment.body) {
        const { locationId, visibility } = comment;
        const mentioned = await this.requireMentions(transaction, locationId, { body, visibility });
        await this.comments.update(transaction, id, body);
        await this.comments.setMentions(transaction, id, mentioned);
        const before = mentionsOf(comment.body ?? '');
        const added = mentioned.filter((userId) => !before.includes(userId));
        await this.watchers.add(transaction, comment.ticketId, asMentioned(added));
      }
      return this.read(transaction, comment.ticketId, id);
    });
  }

  /**
   * The author and administrators may remove a comment. Its pictures go with it.
   * @throws Problem 403, 404 also for a removed one, 409 where a solved ticket needs one of its pictures, 412
   */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      // The ticket as record_photo() does: a picture may be recorded meanwhile.
      const comment = await this.comments.lock(transaction, principal, id, 'for_no_key_update');
      if (comment.authorId !== principal.userId && principal.role !== 'admin') {
        throw forbidden('not_author', 'Only its author and administrators can remove a comment.');
      }
      precondition(comment.version);
      await this.comments.remove(transaction, id);
      await this.proof.removeOfComment(transaction, principal, id);
    });
  }

  /** @throws Problem 400 on `body` */
  private async requireMentions(
    within: EntityManager,
    locationId: string,
    { body, visibility }: CreateCommentRequest,
  ): Promise<string[]> {
    const mentioned = mentionsOf(body);
    if (mentioned.length === 0) return mentioned;
    // People without an account read no names of staff.
    if (visibility !== 'team') {
      throw badRequest({ body: [`The ${visibility} sees this comment: it cannot mention anybody.`] });
    }
    const found = await this.comments.countThoseWhoCanOpen(within, locationId, mentioned);
    if (found < mentioned.length) {
      throw badRequest({ body: ['Mentions somebody who cannot open this ticket.'] });
    }
    return mentioned;
  }

  private async read(
    within: EntityManager,
    ticketId: string,
    id: string,
  ): Promise<Versioned<CommentResponse>> {
    const comment = (await this.comments.read([id], within)).get(id);
    if (!comment) throw new Error('a comment is missing in the transaction that wrote it');
    const attachments = await this.comments.filesOf(ticketId, id, within);
    return { body: { ...comment, attachments }, version: comment.version };
  }
}
