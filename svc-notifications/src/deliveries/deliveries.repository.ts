import { execute, PG_POOL, selectRows, Transactions } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Any, EntityManager, IsNull } from 'typeorm';
import { z } from 'zod';
import { DeliveryItem } from './delivery-item.entity.ts';
import { Delivery, type Form, forms } from './delivery.entity.ts';
import { ATTEMPTS, type Budget, TICKET_PAUSE_MS } from './rhythm.ts';

/** How long a sender has a delivery for itself. */
const LEASE_S = 60;
const PAUSE_S = TICKET_PAUSE_MS / 1000;

const openRow = z.object({ id: z.guid(), userId: z.guid(), ticketId: z.guid().nullable() });
const lastRow = z.object({ userId: z.guid(), ticketId: z.guid().nullable(), last: z.date().nullable() });
const addedRow = z.object({ id: z.guid(), key: z.string() });
const claimedRow = z.object({
  id: z.guid(),
  userId: z.guid(),
  form: z.enum(forms),
  ticketId: z.guid().nullable(),
  sendAt: z.date(),
  /** Including the one for which it was claimed. */
  attempts: z.int(),
  /** Whether an earlier attempt may have reached the mail server. */
  isUnsure: z.boolean(),
});
const sentRow = z.object({ budget: z.enum(['reports', 'approvals', 'deadlines', 'others']), mails: z.int() });
const waitingRow = z.object({ id: z.guid(), form: z.enum(forms), last: z.date().nullable() });
const lateRow = z.object({ seconds: z.number() });

/** A person and a ticket. */
export interface TicketOfPerson {
  userId: string;
  ticketId: string;
}

export interface NewDelivery {
  key: string;
  userId: string;
  form: Form;
  /** Null for a digest, a test, a change of many tickets, and what is about no ticket. */
  ticketId: string | null;
  sendAt: Date;
}

/** A delivery that a sender has for itself. */
export type Claimed = z.infer<typeof claimedRow>;

/**
 * The mails that are to be sent, and what became of them, by the time of the database. In SQL: advisory locks, pairs of
 * a person and a ticket, aggregates, whole batches with what becomes of each, and claims that skip rows locked by
 * others.
 */
@Injectable()
export class DeliveriesRepository {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly entities: EntityManager,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Those of the items that are part of a delivery that is not being sent yet. Lets one transaction at a time schedule
   * or claim deliveries.
   */
  async scheduled(within: EntityManager, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
    await this.lock(within);
    const rows = await within
      .createQueryBuilder(DeliveryItem, 'i')
      .innerJoin(Delivery, 'd', 'd.id = i.deliveryId')
      .where({ itemId: Any([...itemIds]) })
      .andWhere("d.state = 'waiting' AND d.leaseUntil IS NULL")
      .getMany();
    return new Set(rows.map(({ itemId }) => itemId));
  }

  /** The waiting deliveries that take further items about these tickets, the one to be sent first comes first. */
  async open(within: EntityManager, subjects: readonly TicketOfPerson[]): Promise<z.infer<typeof openRow>[]> {
    return selectRows(within, openRow, {
      text: `SELECT d.id, d.user_id AS "userId", d.ticket_id AS "ticketId"
             FROM unnest($1::uuid[], $2::uuid[]) AS asked (user_id, ticket_id)
             JOIN notifications.deliveries d ON d.user_id = asked.user_id AND d.ticket_id = asked.ticket_id
             WHERE d.form = 'ticket' AND d.state = 'waiting' AND d.lease_until IS NULL
             ORDER BY d.due_at, d.id FOR UPDATE OF d`,
      values: columns(subjects),
    });
  }

  /** When the last mail about each of these tickets was sent, or will be at the earliest. */
  async last(within: EntityManager, subjects: readonly TicketOfPerson[]): Promise<z.infer<typeof lastRow>[]> {
    return selectRows(within, lastRow, {
      text: `SELECT d.user_id AS "userId", d.ticket_id AS "ticketId",
               max(CASE d.state WHEN 'sent' THEN d.ended_at ELSE greatest(d.due_at, d.retry_at, now()) END) AS last
             FROM unnest($1::uuid[], $2::uuid[]) AS asked (user_id, ticket_id)
             JOIN notifications.deliveries d ON d.user_id = asked.user_id AND d.ticket_id = asked.ticket_id
             WHERE d.form = 'ticket' AND d.state IN ('waiting', 'sent')
             GROUP BY d.user_id, d.ticket_id`,
      values: columns(subjects),
    });
  }

  /**
   * Adds deliveries, each key once. Returns those that take items, by their keys: new ones, and ones that are not being
   * sent yet, which wait until the later of the two times.
   */
  async add(within: EntityManager, deliveries: readonly NewDelivery[]): Promise<ReadonlyMap<string, string>> {
    const rows = await selectRows(within, addedRow, {
      text: `INSERT INTO notifications.deliveries (key, user_id, form, ticket_id, due_at)
             SELECT key, "userId", form, "ticketId", "sendAt"
             FROM jsonb_to_recordset($1) AS n (key text, "userId" uuid, form text, "ticketId" uuid, "sendAt" timestamptz)
             ON CONFLICT ON CONSTRAINT uq_deliveries_key DO UPDATE SET due_at = greatest(deliveries.due_at, excluded.due_at)
               WHERE deliveries.state = 'waiting' AND deliveries.lease_until IS NULL
             RETURNING id, key`,
      values: [JSON.stringify(deliveries)],
    });
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  async addItems(
    within: EntityManager,
    items: readonly { deliveryId: string; itemId: string }[],
  ): Promise<void> {
    if (items.length === 0) return;
    await within
      .createQueryBuilder()
      .insert()
      .into(DeliveryItem)
      .values([...items])
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  async removeItems(within: EntityManager, deliveryId: string, itemIds: readonly string[]): Promise<void> {
    await within.delete(DeliveryItem, { deliveryId, itemId: Any([...itemIds]) });
  }

  /**
   * Claims deliveries that are ready to send: oldest first, at most one of each user, so that a user's pauses and
   * limits need no lock during the call to the mail server. Marks those as failed whose last attempt was interrupted.
   */
  claim(limit: number): Promise<{ claimed: Claimed[]; failed: number }> {
    return this.transactions.run(async (transaction) => {
      await this.lock(transaction);
      const { affected: failed = 0 } = await transaction
        .createQueryBuilder()
        .update(Delivery)
        .set({
          state: 'failed',
          endedAt: () => 'now()',
          lastError: () => "coalesce(last_error, 'The process ended during the last attempt.')",
        })
        .where({ state: 'waiting', attempts: ATTEMPTS })
        .andWhere('lease_until <= now()')
        .execute();
      const isReady = (alias: string) => `${alias}.state = 'waiting' AND ${alias}.due_at <= now()
        AND (${alias}.retry_at IS NULL OR ${alias}.retry_at <= now())
        AND (${alias}.lease_until IS NULL OR ${alias}.lease_until <= now())`;
      const claimed = await selectRows(transaction, claimedRow, {
        text: `UPDATE notifications.deliveries d
               SET lease_until = now() + make_interval(secs => $2), attempts = attempts + 1
               WHERE d.id IN (
                 SELECT d.id FROM notifications.deliveries d
                 WHERE ${isReady('d')} AND NOT EXISTS (
                   SELECT FROM notifications.deliveries o
                   WHERE o.user_id = d.user_id AND o.id <> d.id AND o.state = 'waiting'
                     AND (o.lease_until > now() OR (${isReady('o')} AND (o.due_at, o.id) < (d.due_at, d.id))))
                 ORDER BY d.due_at, d.id LIMIT $1 FOR UPDATE SKIP LOCKED)
               RETURNING d.id, d.user_id AS "userId", d.form, d.ticket_id AS "ticketId", d.due_at AS "sendAt",
                 d.attempts, old.lease_until IS NOT NULL AS "isUnsure"`,
        values: [limit, LEASE_S],
      });
      return { claimed, failed };
    });
  }

  /** How many mails about tickets a person was sent since a moment, by what they count for: see `budgetOf`. */
  async sentSince(userId: string, moment: Date): Promise<Record<Budget, number>> {
    const rows = await selectRows(this.pool, sentRow, {
      name: 'count-sent-mails',
      text: `SELECT told.budget, count(*)::int AS mails
             FROM notifications.deliveries d
               CROSS JOIN LATERAL (
                 SELECT CASE WHEN count(DISTINCT item.budget) = 1 THEN min(item.budget) ELSE 'others' END AS budget
                 FROM (
                   SELECT CASE WHEN i.kind = 'reported' OR (i.actor_id IS NULL AND i.comment_id IS NOT NULL) THEN 'reports'
                     WHEN i.kind = 'approval_needed' THEN 'approvals'
                     WHEN i.kind IN ('at_risk', 'overdue', 'escalated') THEN 'deadlines' ELSE 'others' END AS budget
                   FROM notifications.delivery_items di JOIN notifications.inbox_items i ON i.id = di.item_id
                   WHERE di.delivery_id = d.id) item) told
             WHERE d.user_id = $1 AND d.form IN ('ticket', 'bulk') AND d.state = 'sent' AND d.ended_at >= $2
             GROUP BY told.budget`,
      values: [userId, moment],
    });
    const mails = new Map(rows.map((row) => [row.budget, row.mails]));
    const of = (budget: Budget): number => mails.get(budget) ?? 0;
    return {
      reports: of('reports'),
      approvals: of('approvals'),
      deadlines: of('deadlines'),
      others: of('others'),
    };
  }

  /** The waiting digests that take further items of these users, the one to be sent first comes first. */
  openDigests(within: EntityManager, userIds: readonly string[]): Promise<Delivery[]> {
    return within.find(Delivery, {
      where: { userId: Any([...userIds]), form: 'digest', state: 'waiting', leaseUntil: IsNull() },
      order: { sendAt: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Gives each mail of a person that waits, and that no sender has, the time of `sendAt`: a function of its form and of
   * when the last mail about its ticket was sent. A digest leaves its key to the one that would be sent then.
   */
  async reschedule(
    within: EntityManager,
    userId: string,
    sendAt: (form: Form, last: Date | null) => Date,
  ): Promise<void> {
    await this.lock(within);
    const waiting = await selectRows(within, waitingRow, {
      text: `SELECT d.id, d.form, (SELECT max(o.ended_at) FROM notifications.deliveries o
               WHERE o.user_id = d.user_id AND o.ticket_id = d.ticket_id AND o.form = 'ticket' AND o.state = 'sent') AS last
             FROM notifications.deliveries d
             WHERE d.user_id = $1 AND d.form <> 'test' AND d.state = 'waiting'
               AND (d.lease_until IS NULL OR d.lease_until <= now()) FOR UPDATE`,
      values: [userId],
    });
    await execute(within, {
      text: `UPDATE notifications.deliveries d SET due_at = moved.due_at,
               key = CASE d.form WHEN 'digest' THEN 'moved:' || d.id ELSE d.key END
             FROM unnest($1::uuid[], $2::timestamptz[]) AS moved (id, due_at) WHERE d.id = moved.id`,
      values: [waiting.map(({ id }) => id), waiting.map(({ form, last }) => sendAt(form, last))],
    });
  }

  /** The mail server has it. Another mail about the ticket waits. */
  async sent({ id, form, userId, ticketId }: Claimed): Promise<void> {
    await this.transactions.run(async (transaction) => {
      const sent = { state: 'sent', endedAt: () => 'now()', lastError: null } as const;
      await transaction.update(Delivery, { id, state: 'waiting' }, sent);
      if (form !== 'ticket' || ticketId === null) return;
      await transaction.update(
        Delivery,
        { userId, ticketId, form, state: 'waiting' },
        { sendAt: () => `greatest(due_at, now() + make_interval(secs => ${PAUSE_S}))` },
      );
    });
  }

  /** It will not be sent: its items are no longer wanted, or are in another one. */
  async drop({ id, attempts }: Claimed, why: string, on = this.entities): Promise<void> {
    const dropped = { state: 'dropped', endedAt: () => 'now()', lastError: why } as const;
    await on.update(Delivery, { id, attempts, state: 'waiting' }, dropped);
  }

  /** It is sent later, and nothing was attempted. */
  async postpone({ id, attempts, isUnsure }: Claimed, until: Date): Promise<void> {
    await this.entities.update(
      Delivery,
      { id, attempts, state: 'waiting' },
      { sendAt: until, attempts: attempts - 1, leaseUntil: isUnsure ? () => 'now()' : null },
    );
  }

  /**
   * Records a failed attempt.
   * @param waitMs until the next one; null if there is none
   * @param isUnsure whether the mail server may have the mail nevertheless
   */
  async failed(
    { id, attempts, isUnsure: wasUnsure }: Claimed,
    failure: { text: string; waitMs: number | null; isUnsure: boolean },
  ): Promise<void> {
    const { text, waitMs } = failure;
    await this.entities
      .createQueryBuilder()
      .update(Delivery)
      .set({
        lastError: () => 'left(:text, 500)',
        leaseUntil: failure.isUnsure || wasUnsure ? () => 'now()' : null,
        ...(waitMs === null
          ? { state: 'failed', retryAt: null, endedAt: () => 'now()' }
          : { retryAt: () => 'now() + make_interval(secs => :seconds)' }),
      })
      .where({ id, attempts, state: 'waiting' })
      .setParameters({ text, seconds: (waitMs ?? 0) / 1000 })
      .execute();
  }

  /** Seconds since the time of the longest waiting delivery; 0 without one. */
  async lateness(): Promise<number> {
    const [late] = await selectRows(this.pool, lateRow, {
      name: 'read-mail-lateness',
      text: `SELECT coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS seconds
             FROM notifications.deliveries WHERE state = 'waiting' AND due_at <= now()`,
    });
    return late?.seconds ?? 0;
  }

  /** Deletes at most so many deliveries that ended long ago. Returns how many there were. */
  purge(days: number, limit: number): Promise<number> {
    return execute(this.pool, {
      text: `DELETE FROM notifications.deliveries WHERE id IN (
               SELECT id FROM notifications.deliveries WHERE ended_at < now() - make_interval(days => $1)
               LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      values: [days, limit],
    });
  }

  private async lock(within: EntityManager): Promise<void> {
    await execute(within, {
      text: `SELECT FROM pg_advisory_xact_lock(hashtextextended('notifications.deliveries', 0))`,
    });
  }
}

const columns = (subjects: readonly TicketOfPerson[]): [string[], string[]] => [
  subjects.map(({ userId }) => userId),
  subjects.map(({ ticketId }) => ticketId),
];
