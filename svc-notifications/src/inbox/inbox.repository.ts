import { encodeCursor, type Page, PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import {
  Any,
  type EntityManager,
  type FindOptionsWhere,
  IsNull,
  LessThanOrEqual,
  type Repository,
} from 'typeorm';
import { z } from 'zod';
import { UnreadCounts } from '../events/unread-counts.ts';
import { type NewItem, newItemRow } from '../recipients/new-item.ts';
import { isVisibleAt } from '../recipients/scope.ts';
import { InboxItem } from './inbox-item.entity.ts';
import { type InboxItemResponse, inboxItemResponse, type ListInboxQuery } from './inbox.schemas.ts';
import type { Item } from './items-of.ts';

const listedRow = inboxItemResponse.extend({
  dueAt: z.date().nullable(),
  createdAt: z.date(),
  readAt: z.date().nullable(),
});

/** About a ticket, of one kind, for one person: what comes then is no news, but must not be lost either. */
const MOST_ITEMS_A_DAY = 20;

/** Photos that follow a report so soon are part of it, and need no mail of their own. */
const WITH_REPORT_S = 15 * 60;

const renewedRow = newItemRow.extend({ isNews: z.boolean() });

/** SQL: the items to be inserted, which `$1` has as JSON. */
const given = `json_to_recordset($1) AS i ("userId" uuid, "eventId" uuid, kind text, "inApp" boolean, "actorId" uuid,
  "ticketId" uuid, "codeId" uuid, "runId" uuid, "runName" text, "locationId" uuid, "commentId" uuid, "bulkId" uuid, "countedDueAt" timestamptz, decision text,
  amount numeric, vendor jsonb, "createdAt" timestamptz, "isAddition" boolean)`;

/** SQL: how many items of its kind the user of `i` may have about the ticket: an addition to a report never has its own. */
const most = `CASE WHEN i."isAddition" THEN 1 ELSE $2 END`;

/** SQL: how many of them the user got, within a day before it unless there may be one alone. */
const count = `(SELECT count(*) FROM notifications.inbox_items d WHERE d.user_id = i."userId"
  AND d.ticket_id = i."ticketId" AND d.kind = i.kind
  AND (i."isAddition" OR d.created_at > i."createdAt" - interval '1 day'))`;

/** SQL: a JSON object of these, or null without the row that the alias stands for. */
const object = (alias: string, members: string): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object(${members}) END`;

/** Items of the inbox, each of one user. */
@Injectable()
export class InboxRepository {
  constructor(
    @InjectRepository(InboxItem) private readonly items: Repository<InboxItem>,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly unreadCounts: UnreadCounts,
  ) {}

  /**
   * Inserts the items that are not there yet: one for each user and change, and one for each mention of a user in a
   * comment. Of those of a user, a ticket and a kind that are more than {@link MOST_ITEMS_A_DAY}, the last renews the
   * latest one (docs/decisions/0051), and what a reporter adds renews the only one. In SQL: whole batches, and
   * RETURNING.
   * @returns the new ones, and those renewed by what deserves a mail
   */
  async insert(within: EntityManager, items: readonly Item[]): Promise<NewItem[]> {
    const values = [JSON.stringify(items), MOST_ITEMS_A_DAY];
    const inserted = await selectRows(within, newItemRow, {
      name: 'insert-items',
      text: `INSERT INTO notifications.inbox_items
               (user_id, event_id, kind, in_app, actor_id, ticket_id, code_id, run_id, run_name, location_id, comment_id, bulk_id,
                 due_at, decision, amount, vendor, created_at)
             SELECT i."userId", i."eventId", i.kind, i."inApp", i."actorId", i."ticketId", i."codeId", i."runId", i."runName",
               i."locationId", i."commentId", i."bulkId", i."countedDueAt", i.decision, i.amount, i.vendor, i."createdAt"
             FROM (
               SELECT i.*, row_number() OVER (PARTITION BY i."userId", i."ticketId", i.kind ORDER BY i."createdAt", i."eventId")
               FROM ${given}) i
             WHERE i."ticketId" IS NULL OR i.row_number + ${count} <= ${most}
             ON CONFLICT DO NOTHING
             RETURNING id, user_id AS "userId", kind, ticket_id AS "ticketId", code_id AS "codeId",
               run_id AS "runId", bulk_id AS "bulkId", created_at AS "createdAt"`,
      values,
    });
    if (inserted.length === items.length) return inserted;
    // The kinds of a mention and of an event that was notified before have a row of their own. Words come before photos.
    const renewed = await selectRows(within, renewedRow, {
      name: 'renew-items',
      text: `UPDATE notifications.inbox_items o
               SET event_id = i."eventId", in_app = i."inApp", actor_id = i."actorId",
                 comment_id = coalesce(i."commentId", o.comment_id), bulk_id = i."bulkId", due_at = i."countedDueAt", decision = i.decision, amount = i.amount, vendor = i.vendor, created_at = i."createdAt", read_at = NULL
               FROM (
                 SELECT DISTINCT ON (i."userId", i."ticketId", i.kind) i.* FROM ${given} WHERE i."ticketId" IS NOT NULL
                   AND ${count} >= ${most} AND NOT EXISTS (
                     SELECT FROM notifications.inbox_items told
                     WHERE told.user_id = i."userId" AND told.ticket_id = i."ticketId"
                       AND (told.event_id = i."eventId" OR told.kind = i.kind AND told.comment_id = i."commentId"))
                 ORDER BY i."userId", i."ticketId", i.kind, i."commentId" IS NULL, i."createdAt" DESC, i."eventId" DESC) i
               WHERE o.id = (
                 SELECT id FROM notifications.inbox_items l
                 WHERE l.user_id = i."userId" AND l.ticket_id = i."ticketId" AND l.kind = i.kind
                 ORDER BY l.created_at DESC, l.id DESC LIMIT 1)
               RETURNING o.id, o.user_id AS "userId", o.kind, o.ticket_id AS "ticketId", o.code_id AS "codeId",
                 o.run_id AS "runId", o.bulk_id AS "bulkId", o.created_at AS "createdAt", i."isAddition" AND (i."commentId" IS NOT NULL
                   OR i."createdAt" > old.created_at + make_interval(secs => $3)) AS "isNews"`,
      values: [...values, WITH_REPORT_S],
    });
    return [...inserted, ...renewed.filter(({ isNews }) => isNews)];
  }

  /** Newest first. In SQL, as all lists, with the current names of what the user can see (docs/decisions/0019). */
  async list(userId: string, { unread, limit, cursor }: ListInboxQuery): Promise<Page<InboxItemResponse>> {
    const [createdAt = null, id = null] = cursor ?? [];
    const location = object('store', `'id', store.id, 'name', store.name, 'timezone', store.timezone`);
    const equipment = object('e', `'id', e.id, 'name', e.name`);
    const rows = await selectRows(this.pool, listedRow, {
      name: 'list-inbox',
      text: `SELECT i.id, i.kind, i.due_at AS "dueAt", i.created_at AS "createdAt", i.read_at AS "readAt",
               CASE WHEN t.id IS NOT NULL AND i.amount IS NOT NULL
                 THEN json_build_object('outcome', i.decision, 'amount', i.amount::text) END AS decision,
               CASE WHEN t.id IS NOT NULL THEN i.vendor END AS vendor,
               ${object('a', `'id', a.id, 'firstName', a.first_name, 'lastName', a.last_name`)} AS actor,
               ${object('t', `'id', t.id, 'number', t.number, 'title', t.title, 'location', ${location}`)} AS ticket,
               ${object('k', `'id', k.id, 'label', k.label, 'location', ${location}, 'equipment', ${equipment}`)} AS code,
               CASE WHEN i.run_id IS NOT NULL AND store.id IS NOT NULL
                 THEN json_build_object('id', i.run_id, 'name', i.run_name, 'location', ${location}) END AS run
             FROM notifications.inbox_items i
               JOIN auth.users u ON u.id = i.user_id
               LEFT JOIN auth.users a ON a.id = i.actor_id
               LEFT JOIN core.tickets t ON t.id = i.ticket_id AND ${isVisibleAt('t.location_id')}
               LEFT JOIN core.intake_codes k ON k.id = i.code_id AND ${isVisibleAt('k.location_id')}
               LEFT JOIN core.equipment e ON e.id = k.equipment_id
               LEFT JOIN core.locations store ON store.id = coalesce(t.location_id, k.location_id,
                 CASE WHEN ${isVisibleAt('i.location_id')} THEN i.location_id END)
             WHERE i.user_id = $1 AND i.in_app AND (NOT $2::boolean OR (i.read_at IS NULL AND store.id IS NOT NULL))
               AND ($3::timestamptz IS NULL OR (i.created_at, i.id) < ($3::timestamptz, $4::uuid))
             ORDER BY i.created_at DESC, i.id DESC LIMIT $5`,
      values: [userId, unread, createdAt, id, limit + 1],
    });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(toResponse),
      total: await this.count(userId, unread),
      next: rows.length > limit && last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null,
    };
  }

  /** The number of a user's items: all, or the unread ones about what they can see. */
  async count(userId: string, unread: boolean): Promise<number> {
    return unread
      ? ((await this.unreadCounts.of([userId])).get(userId) ?? 0)
      : this.items.countBy({ userId, inApp: true });
  }

  /**
   * Marks these of a user's items as read, except those that are.
   * @returns their number
   */
  readThese(within: EntityManager, userId: string, ids: readonly string[]): Promise<number> {
    return this.read(within, { userId, id: Any([...ids]) });
  }

  /**
   * Marks a user's items up to a moment as read, except those that are.
   * @returns their number
   */
  readBefore(within: EntityManager, userId: string, before: Date): Promise<number> {
    return this.read(within, { userId, createdAt: LessThanOrEqual(before) });
  }

  private async read(within: EntityManager, where: FindOptionsWhere<InboxItem>): Promise<number> {
    const { affected } = await within
      .withRepository(this.items)
      .update({ ...where, inApp: true, readAt: IsNull() }, { readAt: () => 'now()' });
    return affected ?? 0;
  }
}

const toResponse = (row: z.infer<typeof listedRow>): InboxItemResponse => ({
  ...row,
  dueAt: row.dueAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});
