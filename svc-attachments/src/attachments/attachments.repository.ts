import { execute, idSchema, PG_POOL, type Principal, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { Attachment } from './attachment.entity.ts';

/**
 * The visibility condition, used only here: ticket `t` is visible to an administrator (the parameter is null) and to
 * the managers of its location (the parameter is the manager); to nobody once svc-core has hidden its removed location.
 */
const isVisibleTo = (
  parameter: string,
): string => `(EXISTS (SELECT FROM core.locations l WHERE l.id = t.location_id)
  AND (CAST(${parameter} AS uuid) IS NULL OR EXISTS (
  SELECT FROM core.manager_assignments m WHERE m.location_id = t.location_id AND m.manager_id = ${parameter})))`;

const managerId = ({ role, userId }: Principal): string | null => (role === 'admin' ? null : userId);

const listedRow = z.object({
  id: idSchema,
  ticketId: idSchema,
  commentId: idSchema.nullable(),
  fileName: z.string(),
  fileType: z.string().nullable(),
  fileSize: z.int(),
  objectPath: z.string(),
  uploadedBy: idSchema.nullable(),
  createdAt: z.date(),
  /** Null while there is no thumbnail. */
  thumbnailKey: z.string().nullable(),
});
/** An attachment with the key of its thumbnail. */
export type ListedAttachment = z.infer<typeof listedRow>;

const countRow = z.object({ count: z.int() });

/**
 * Reads, records and removes attachments visible to a principal. Lists are prepared SQL, because TypeORM's query
 * builder halves their throughput (docs/decisions/0019).
 */
@Injectable()
export class AttachmentsRepository {
  constructor(
    @InjectRepository(Attachment) private readonly attachments: Repository<Attachment>,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  async isTicketVisible(principal: Principal, ticketId: string): Promise<boolean> {
    const found = await execute(this.pool, {
      name: 'ticket-visible',
      text: `SELECT FROM core.tickets t WHERE t.id = $1 AND ${isVisibleTo('$2')}`,
      values: [ticketId, managerId(principal)],
    });
    return found === 1;
  }

  /**
   * Whether the principal wrote this comment on this ticket and has not removed it.
   * @param on the transaction that records an attachment of the comment, or the pool if absent
   */
  async isOwnComment(
    { userId }: Principal,
    ticketId: string,
    commentId: string,
    on: Pool | EntityManager = this.pool,
  ): Promise<boolean> {
    const found = await execute(on, {
      name: 'own-comment',
      text: `SELECT FROM core.ticket_comments
             WHERE id = $1 AND ticket_id = $2 AND author_id = $3 AND removed_at IS NULL`,
      values: [commentId, ticketId, userId],
    });
    return found === 1;
  }

  /** At most `limit` attachments of a ticket, newest first, starting after the attachment `cursor`. */
  list(ticketId: string, limit: number, cursor: string | undefined): Promise<ListedAttachment[]> {
    return selectRows(this.pool, listedRow, {
      name: 'list-attachments',
      text: `SELECT a.id, a.ticket_id AS "ticketId", a.comment_id AS "commentId", a.file_name AS "fileName",
               a.file_type AS "fileType", a.file_size AS "fileSize", a.object_path AS "objectPath", a.uploaded_by AS "uploadedBy",
               a.created_at AS "createdAt", th.object_key AS "thumbnailKey"
             FROM attachments.attachments a LEFT JOIN attachments.thumbnails th ON th.attachment_id = a.id
             WHERE a.ticket_id = $1 AND ($2::uuid IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
      values: [ticketId, cursor ?? null, limit],
    });
  }

  async count(ticketId: string): Promise<number> {
    const [row] = await selectRows(this.pool, countRow, {
      name: 'count-attachments',
      text: 'SELECT count(*)::int AS count FROM attachments.attachments WHERE ticket_id = $1',
      values: [ticketId],
    });
    return row?.count ?? 0;
  }

  find(principal: Principal, id: string): Promise<Attachment | null> {
    return this.attachments
      .createQueryBuilder('a')
      .where({ id })
      .andWhere(
        `EXISTS (SELECT FROM core.tickets t WHERE t.id = a.ticketId AND ${isVisibleTo(':manager')})`,
        {
          manager: managerId(principal),
        },
      )
      .getOne();
  }

  async insert(transaction: EntityManager, attachment: Omit<Attachment, 'createdAt'>): Promise<Attachment> {
    const attachments = transaction.withRepository(this.attachments);
    const row = attachments.create(attachment);
    await attachments.insert(row);
    return row;
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
      .execute();
    return affected === 1;
  }
}
