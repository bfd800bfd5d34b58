import { type Principal, selectRows } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, IsNull, Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { ChecklistRun } from '../database/published/checklist-run.entity.ts';
import { isOfRemovedComment, TicketComment } from '../database/published/ticket-comment.entity.ts';
import { Ticket } from '../database/published/ticket.entity.ts';
import { Thumbnail } from '../thumbnails/thumbnail.entity.ts';
import { Attachment } from './attachment.entity.ts';
import type { Purpose } from './purposes.ts';

/**
 * The visibility condition, used only here: ticket or run `t` is visible to an administrator (the parameter is null)
 * and to the managers of its location (the parameter is the manager); to nobody once svc-core has hidden its removed
 * location.
 */
const isVisibleTo = (
  parameter: string,
): string => `(EXISTS (SELECT FROM core.locations l WHERE l.id = t.location_id)
  AND (CAST(${parameter} AS uuid) IS NULL OR EXISTS (
  SELECT FROM core.manager_assignments m WHERE m.location_id = t.location_id AND m.manager_id = ${parameter})))`;

/** Somebody for whom attachments are looked for. */
type Viewer = Pick<Principal, 'role' | 'userId'>;

const managerId = ({ role, userId }: Viewer): string | null => (role === 'admin' ? null : userId);

/** Attachments of a removed comment are visible to nobody until the sweeper has deleted them. */
const IS_THERE = `NOT ${isOfRemovedComment('a.commentId')}`;

const publishedRow = z.object({ isPublished: z.boolean() });
const recordedRow = z.object({ isRecorded: z.boolean().nullable() });

/** Reads, records and removes attachments visible to a principal. */
@Injectable()
export class AttachmentsRepository {
  constructor(
    @InjectRepository(Attachment) private readonly attachments: Repository<Attachment>,
    private readonly entities: EntityManager,
  ) {}

  isTicketVisible(principal: Principal, ticketId: string): Promise<boolean> {
    return this.entities
      .createQueryBuilder(Ticket, 't')
      .where({ id: ticketId })
      .andWhere(isVisibleTo(':manager'), { manager: managerId(principal) })
      .getExists();
  }

  /** A run of a checklist that is visible to the principal. */
  findRun(principal: Principal, id: string): Promise<ChecklistRun | null> {
    return this.entities
      .createQueryBuilder(ChecklistRun, 't')
      .where({ id })
      .andWhere(isVisibleTo(':manager'), { manager: managerId(principal) })
      .getOne();
  }

  /**
   * Whether the principal wrote this comment on this ticket and has not removed it.
   * @param on the transaction that records an attachment of the comment, if there is one
   */
  isOwnComment(
    { userId }: Principal,
    ticketId: string,
    commentId: string,
    on = this.entities,
  ): Promise<boolean> {
    const own = { id: commentId, ticketId, authorId: userId, removedAt: IsNull() };
    return on.existsBy(TicketComment, own);
  }

  /** At most `limit` attachments of a ticket, newest first, starting after the attachment `cursor`. */
  list(ticketId: string, limit: number, cursor: string | undefined): Promise<Attachment[]> {
    const query = this.attachments
      .createQueryBuilder('a')
      .leftJoinAndMapOne('a.thumbnail', Thumbnail, 'th', 'th.attachmentId = a.id')
      .where({ ticketId })
      .andWhere(IS_THERE)
      .orderBy('a.id', 'DESC')
      .limit(limit);
    if (cursor !== undefined) query.andWhere('a.id < :cursor', { cursor });
    return query.getMany();
  }

  count(ticketId: string): Promise<number> {
    return this.attachments.createQueryBuilder('a').where({ ticketId }).andWhere(IS_THERE).getCount();
  }

  find(principal: Principal, id: string): Promise<Attachment | null> {
    return this.visible(principal).andWhere({ id }).getOne();
  }

  /** The id of what was recorded of an upload. */
  async idOf(principal: Principal, objectPath: string): Promise<string | undefined> {
    return (await this.visible(principal).andWhere({ objectPath }).getOne())?.id;
  }

  /** Whether a storage key is that of the file, or of the thumbnail, of an attachment that somebody sees. */
  isVisibleFile(viewer: Viewer, key: string): Promise<boolean> {
    const visible = this.visible(viewer);
    const id = /^attachments\/(.+)$/.exec(key)?.[1];
    const found =
      id === undefined
        ? visible.innerJoin(Thumbnail, 'th', 'th.attachmentId = a.id AND th.objectKey = :key', { key })
        : visible.andWhere({ id });
    return found.getExists();
  }

  private visible(viewer: Viewer): SelectQueryBuilder<Attachment> {
    return this.attachments
      .createQueryBuilder('a')
      .where(`EXISTS (SELECT FROM core.tickets t WHERE t.id = a.ticketId AND ${isVisibleTo(':manager')})`, {
        manager: managerId(viewer),
      })
      .andWhere(IS_THERE);
  }

  /**
   * Records with svc-core what a picture shows from now on, by the function that it publishes for this (decision 65). It locks
   * the ticket, so it comes before a lock on the attachment, as in the removal of a ticket.
   * @param mayTakeProof whether it does not matter that the solved ticket needs the picture as it is
   * @returns false where that matters
   */
  async recordPhoto(
    transaction: EntityManager,
    { id, ticketId, commentId }: Pick<Attachment, 'id' | 'ticketId' | 'commentId'>,
    purpose: Purpose | null,
    mayTakeProof: boolean,
  ): Promise<boolean> {
    // A svc-core of the version before asks for no pictures.
    const [core] = await selectRows(transaction, publishedRow, {
      text: `SELECT to_regprocedure('core.record_photo(uuid, uuid, uuid, text, boolean)') IS NOT NULL AS "isPublished"`,
      values: [],
    });
    if (core?.isPublished !== true) return true;
    const [photo] = await selectRows(transaction, recordedRow, {
      text: 'SELECT core.record_photo($1, $2, $3, $4, $5) AS "isRecorded"',
      values: [id, ticketId, commentId, purpose, mayTakeProof],
    });
    return photo?.isRecorded === true;
  }

  /**
   * The same for a photo of the job of a vendor, by a function of its own. Before the photo is inserted.
   * @returns false where the job takes no photos
   */
  async recordVendorPhoto(
    transaction: EntityManager,
    id: string,
    jobId: string,
    purpose: Purpose,
  ): Promise<boolean> {
    const [photo] = await selectRows(transaction, recordedRow, {
      text: 'SELECT core.record_vendor_photo($1, $2, $3) AS "isRecorded"',
      values: [id, jobId, purpose],
    });
    return photo?.isRecorded === true;
  }

  /** A picture with a purpose of a ticket. Those of a removed comment have none any more. */
  findPhoto(ticketId: string, id: string): Promise<Attachment | null> {
    return this.attachments
      .createQueryBuilder('a')
      .where({ id, ticketId, purpose: Not(IsNull()) })
      .andWhere(IS_THERE)
      .getOne();
  }

  async insert(
    transaction: EntityManager,
    attachment: Omit<Attachment, 'createdAt' | 'version'>,
  ): Promise<Attachment> {
    // No ticket needs it yet.
    if (attachment.purpose !== null)
      await this.recordPhoto(transaction, attachment, attachment.purpose, true);
    const attachments = transaction.withRepository(this.attachments);
    const row = attachments.create(attachment);
    await attachments.insert(row);
    return row;
  }

  /** Locks an attachment, whose ticket is locked, until the transaction ends. Null when it was removed meanwhile. */
  lock(transaction: EntityManager, id: string): Promise<Attachment | null> {
    return transaction
      .withRepository(this.attachments)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @returns the attachment with its new version */
  async setPurpose(transaction: EntityManager, id: string, purpose: Purpose | null): Promise<Attachment> {
    const attachments = transaction.withRepository(this.attachments);
    await attachments.update({ id }, { purpose });
    return attachments.findOneByOrFail({ id });
  }

  /** Returns whether the attachment existed. A trigger queues its file for the sweeper in the same transaction. */
  async delete(transaction: EntityManager, principal: Principal, id: string): Promise<boolean> {
    const { affected } = await transaction
      .withRepository(this.attachments)
      .createQueryBuilder()
      .delete()
      .where({ id })
      .andWhere(`ticket_id IN (SELECT t.id FROM core.tickets t WHERE ${isVisibleTo(':manager')})`, {
        manager: managerId(principal),
      })
      .andWhere(`NOT ${isOfRemovedComment('comment_id')}`)
      .execute();
    return affected === 1;
  }
}
