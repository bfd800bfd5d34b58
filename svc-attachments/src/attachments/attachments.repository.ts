import { PG_POOL, type Principal } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Attachment } from './attachment.entity.ts';

const COLUMNS = `a.id, a.ticket_id AS "ticketId", a.file_name AS "fileName", a.file_type AS "fileType",
  a.file_size AS "fileSize", a.object_path AS "objectPath", a.uploaded_by AS "uploadedBy",
  a.created_at AS "createdAt"`;

/**
 * The scope, applied here and nowhere else: ticket `t` is in sight of an administrator ($2 is null) and of the
 * managers of its location ($2 is the manager).
 */
const IN_SIGHT = `($2::uuid IS NULL OR EXISTS (
  SELECT FROM core.manager_assignments m WHERE m.location_id = t.location_id AND m.manager_id = $2))`;

const managerId = ({ role, userId }: Principal): string | null => (role === 'admin' ? null : userId);

/** An attachment, and the key of its thumbnail; null while it has none. */
export type ListedAttachment = Attachment & { thumbnailKey: string | null };

/** Reads and removes attachments in a principal's sight. */
@Injectable()
export class AttachmentsRepository {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async isTicketInSight(principal: Principal, ticketId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'ticket-in-sight',
      text: `SELECT FROM core.tickets t WHERE t.id = $1 AND ${IN_SIGHT}`,
      values: [ticketId, managerId(principal)],
    });
    return rowCount === 1;
  }

  /** At most `limit` attachments of a ticket, newest first, those before the attachment `cursor`. */
  async list(ticketId: string, limit: number, cursor: string | undefined): Promise<ListedAttachment[]> {
    const { rows } = await this.pool.query<ListedAttachment>({
      name: 'list-attachments',
      text: `SELECT ${COLUMNS}, th.object_key AS "thumbnailKey"
             FROM attachments.attachments a LEFT JOIN attachments.thumbnails th ON th.attachment_id = a.id
             WHERE a.ticket_id = $1 AND ($2::uuid IS NULL OR a.id < $2) ORDER BY a.id DESC LIMIT $3`,
      values: [ticketId, cursor ?? null, limit],
    });
    return rows;
  }

  async count(ticketId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'count-attachments',
      text: 'SELECT count(*)::int AS count FROM attachments.attachments WHERE ticket_id = $1',
      values: [ticketId],
    });
    return rows[0]?.count ?? 0;
  }

  async find(principal: Principal, id: string): Promise<Attachment | undefined> {
    const { rows } = await this.pool.query<Attachment>({
      name: 'find-attachment',
      text: `SELECT ${COLUMNS} FROM attachments.attachments a JOIN core.tickets t ON t.id = a.ticket_id
             WHERE a.id = $1 AND ${IN_SIGHT}`,
      values: [id, managerId(principal)],
    });
    return rows[0];
  }

  /** Whether there was such an attachment. A trigger hands its file to the sweeper in the same transaction. */
  async delete(transaction: EntityManager, principal: Principal, id: string): Promise<boolean> {
    const [, deleted] = await transaction.query<[unknown[], number]>(
      `DELETE FROM attachments.attachments a USING core.tickets t
       WHERE a.id = $1 AND t.id = a.ticket_id AND ${IN_SIGHT}`,
      [id, managerId(principal)],
    );
    return deleted === 1;
  }
}
