import { PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Any, EntityManager } from 'typeorm';
import { z } from 'zod';
import { User } from '../database/published/user.entity.ts';
import { decisions, kinds, vendorNews } from '../recipients/new-item.ts';
import { undoneOf } from '../recipients/bulks.ts';
import { isVisibleAt } from '../recipients/scope.ts';

const itemRow = z.object({
  id: z.guid(),
  kind: z.enum(kinds),
  createdAt: z.date(),
  countedDueAt: z.date().nullable(),
  decision: z.enum(decisions).nullable(),
  amount: z.string().nullable(),
  vendor: vendorNews.nullable(),
  /** As it is now. Null, like the next three, if it is about something else. */
  ticketId: z.guid().nullable(),
  ticketNumber: z.int().nullable(),
  ticketTitle: z.string().nullable(),
  ticketStatus: z.string().nullable(),
  codeId: z.guid().nullable(),
  codeLabel: z.string().nullable(),
  runId: z.guid().nullable(),
  runName: z.string().nullable(),
  /** The name of the equipment that the code is on. */
  equipment: z.string().nullable(),
  location: z.string(),
  timeZone: z.string(),
  /** Null for the system and the public, and once the user was removed. */
  actorFirstName: z.string().nullable(),
  actorLastName: z.string().nullable(),
  /** Whether somebody without an account wrote the comment. */
  isByReporter: z.boolean(),
  /** What that person says their name is. */
  reporterName: z.string().nullable(),
  /** The text of the comment, with mentions as `<@uuid>`. */
  comment: z.string().nullable(),
  /** The change of many tickets that it is about. */
  bulkId: z.guid().nullable(),
});

/** Who gets a mail. */
export type Person = User;

/** What a mail is about, as it is now. */
export type Subject =
  | { what: 'ticket'; id: string; number: number; title: string; status: string }
  | { what: 'code'; id: string; label: string | null; equipment: string | null }
  | { what: 'run'; id: string; name: string };

/** What a mail says about an item. */
export type MailItem = Pick<
  z.infer<typeof itemRow>,
  | 'id'
  | 'kind'
  | 'createdAt'
  | 'countedDueAt'
  | 'decision'
  | 'amount'
  | 'vendor'
  | 'location'
  | 'timeZone'
  | 'actorFirstName'
  | 'actorLastName'
  | 'isByReporter'
  | 'reporterName'
  | 'comment'
> & { subject: Subject };

/** Reads what is in mails, as it is now. */
@Injectable()
export class ContentsRepository {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly entities: EntityManager,
  ) {}

  /** Null when the account was deleted. */
  person(userId: string): Promise<Person | null> {
    return this.entities.findOneBy(User, { id: userId });
  }

  /**
   * The items of a delivery, oldest first: without those that their user has read or can no longer see, those about a
   * comment that was removed unless it was added to a report, those about the due date of a ticket that is solved, and
   * those about a change of many tickets that is undone. In SQL: one statement for nine tables, most of them of other
   * services.
   */
  async items(deliveryId: string): Promise<MailItem[]> {
    const rows = await selectRows(this.pool, itemRow, {
      name: 'read-mail-items',
      text: `SELECT i.id, i.kind, i.created_at AS "createdAt", i.due_at AS "countedDueAt", i.decision, i.amount, i.vendor, t.id AS "ticketId", t.number AS "ticketNumber",
               t.title AS "ticketTitle", t.status AS "ticketStatus", k.id AS "codeId", k.label AS "codeLabel",
               i.run_id AS "runId", i.run_name AS "runName", e.name AS equipment, store.name AS location, store.timezone AS "timeZone",
               a.first_name AS "actorFirstName", a.last_name AS "actorLastName",
               i.actor_id IS NULL AND c.id IS NOT NULL AS "isByReporter", c.author_name AS "reporterName", c.body AS comment,
               i.bulk_id AS "bulkId"
             FROM notifications.delivery_items d
               JOIN notifications.inbox_items i ON i.id = d.item_id
               JOIN auth.users u ON u.id = i.user_id
               LEFT JOIN core.tickets t ON t.id = i.ticket_id
               LEFT JOIN core.intake_codes k ON k.id = i.code_id
               LEFT JOIN core.equipment e ON e.id = k.equipment_id
               JOIN core.locations store ON store.id = coalesce(t.location_id, k.location_id, i.location_id)
               LEFT JOIN auth.users a ON a.id = i.actor_id
               LEFT JOIN core.ticket_comments c ON c.id = i.comment_id AND c.removed_at IS NULL
             WHERE d.delivery_id = $1 AND i.read_at IS NULL AND (i.comment_id IS NULL OR c.id IS NOT NULL OR i.kind = 'reported')
               AND (i.due_at IS NULL OR t.status <> 'solved')
               AND ${isVisibleAt('store.id')}
             ORDER BY i.created_at, i.id`,
      values: [deliveryId],
    });
    const undone = await undoneOf(
      this.pool,
      rows.map(({ bulkId }) => bulkId),
    );
    return rows
      .filter(({ bulkId }) => bulkId === null || !undone.has(bulkId))
      .map((row) => ({ ...row, subject: subjectOf(row) }));
  }

  /** The full names of users by their ids. */
  async names(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (userIds.length === 0) return new Map();
    const users = await this.entities.findBy(User, { id: Any([...userIds]) });
    return new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  }
}

function subjectOf(row: z.infer<typeof itemRow>): Subject {
  const { ticketId, ticketNumber, ticketTitle, ticketStatus, codeId, codeLabel, equipment, runId, runName } =
    row;
  if (ticketId !== null && ticketNumber !== null && ticketTitle !== null && ticketStatus !== null) {
    return { what: 'ticket', id: ticketId, number: ticketNumber, title: ticketTitle, status: ticketStatus };
  }
  if (runId !== null && runName !== null) return { what: 'run', id: runId, name: runName };
  // The place of the row is that of one of the three.
  if (codeId === null) throw new Error('an item about nothing');
  return { what: 'code', id: codeId, label: codeLabel, equipment };
}
