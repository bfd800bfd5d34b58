import { notFound, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager, IsNull, Not } from 'typeorm';
import { ticketEntries } from '../audit/ticket-entries.ts';
import { Database } from '../database/database.ts';
import { User } from '../database/published/user.entity.ts';
import { join, sql } from '../database/sql.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { byLastName } from '../lists/people-order.ts';
import { channelOf } from '../ticket-rows/channel-of.ts';
import { visibleTicket } from '../ticket-rows/visible-ticket.ts';
import { canOpenTicketsAt } from '../visibility/visible-to.ts';
import { CommentMention } from './comment-mention.entity.ts';
import {
  attachedFile,
  type AttachedFile,
  type CommentResponse,
  commentResponse,
  type CreateCommentRequest,
} from './comments.schemas.ts';
import { TicketComment } from './ticket-comment.entity.ts';

const commentRow = commentResponse.omit({ attachments: true });

const mentions = sql`
  (SELECT coalesce(json_agg(
      json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
      ORDER BY ${join(byLastName('u').sort, ', ')}), '[]')
    FROM core.comment_mentions m JOIN auth.users u ON u.id = m.user_id
    WHERE m.comment_id = c.id)`;
const columns = columnsOf(commentRow, 'c', { author: 'a', mentions });

/** A comment without its files. */
export type CommentText = Omit<CommentResponse, 'attachments'>;

/**
 * Reads and writes comments on tickets that are visible to the caller. Comments with whom they mention, and their
 * files, are read in SQL: aggregates, and JSON of the audit trail.
 */
@Injectable()
export class CommentsRepository {
  constructor(private readonly database: Database) {}

  insert(
    within: EntityManager,
    principal: Principal,
    ticketId: string,
    { body, visibility }: CreateCommentRequest,
  ): Promise<string> {
    const comment = { ticketId, authorId: principal.userId, body, visibility, via: channelOf(principal) };
    return insertEntity(within, TicketComment, comment);
  }

  /**
   * Locks a comment that is not removed, until the transaction ends; its ticket first, as in the removal of a ticket,
   * so that the two cannot deadlock.
   * @throws Problem 404
   */
  async lock(
    within: EntityManager,
    principal: Principal,
    id: string,
    ofTicket: 'for_key_share' | 'for_no_key_update' = 'for_key_share',
  ): Promise<TicketComment & { locationId: string }> {
    const ofComment = sql`(SELECT ticket_id FROM core.ticket_comments WHERE id = ${id})`;
    const ticket = await visibleTicket(within, principal, ofComment).setLock(ofTicket).getOne();
    const comment = await within.findOne(TicketComment, {
      where: { id, removedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!ticket || !comment) throw notFound();
    return Object.assign(comment, { locationId: ticket.locationId });
  }

  async update(within: EntityManager, id: string, body: string): Promise<void> {
    await within.update(TicketComment, id, { body, editedAt: () => 'now()' });
  }

  /** The row stays, without its text and its mentions. */
  async remove(within: EntityManager, id: string): Promise<void> {
    await within.update(TicketComment, id, { body: null, removedAt: () => 'now()' });
    await this.setMentions(within, id, []);
  }

  /** How many of these users are active and can open the tickets of a location. */
  countThoseWhoCanOpen(
    within: EntityManager,
    locationId: string,
    userIds: readonly string[],
  ): Promise<number> {
    const areThose = sql`u.id = ANY (${userIds}) AND ${canOpenTicketsAt(sql`${locationId}`)}`;
    return within
      .createQueryBuilder(User, 'u')
      .where(...areThose.toCondition())
      .getCount();
  }

  /** Replaces whom a comment mentions. */
  async setMentions(within: EntityManager, commentId: string, userIds: readonly string[]): Promise<void> {
    await within.delete(CommentMention, { commentId, userId: Not(Any([...userIds])) });
    if (userIds.length === 0) return;
    await within
      .createQueryBuilder()
      .insert()
      .into(CommentMention)
      .values(userIds.map((userId) => ({ commentId, userId })))
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** Comments by their ids, with whom they mention in the order of their names. */
  async read(ids: readonly string[], within?: EntityManager): Promise<Map<string, CommentText>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows(
      commentRow,
      sql`SELECT ${columns} FROM core.ticket_comments c LEFT JOIN auth.users a ON a.id = c.author_id
          WHERE c.id = ANY (${ids})`,
      { prepare: true, within },
    );
    return new Map(rows.map((comment) => [comment.id, comment]));
  }

  /** The files of a comment, oldest first, from the audit trail: svc-attachments publishes none of its tables. */
  filesOf(ticketId: string, commentId: string, within: EntityManager): Promise<AttachedFile[]> {
    const ofTicket = ticketEntries(ticketId);
    return this.database.rows(
      attachedFile,
      sql`SELECT a.entity_id AS id, a.after ->> 'file_name' AS "fileName", a.after ->> 'file_type' AS "fileType",
            (a.after ->> 'file_size')::int AS "fileSize"
          FROM auth.audit_entries a
          WHERE ${ofTicket} AND a.entity = 'attachment' AND a.action = 'create' AND a.after ->> 'comment_id' = ${commentId}
            AND a.entity_id NOT IN (
              SELECT a.entity_id FROM auth.audit_entries a
              WHERE ${ofTicket} AND a.entity = 'attachment' AND a.action = 'delete')
          ORDER BY a.id`,
      { within },
    );
  }
}
