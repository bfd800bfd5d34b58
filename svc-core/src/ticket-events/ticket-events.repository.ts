import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { results } from '../fields/check-results.ts';
import { responseMoney } from '../fields/money.ts';
import { type Proof, proofs } from '../fields/proofs.ts';
import { pauseReasons } from '../ticket-rows/tickets.schemas.ts';

/** Notifications about a due date, in this order, each once. */
export const marks = ['at_risk', 'overdue', 'escalated'] as const;
export type Mark = (typeof marks)[number];

export const costKinds = ['labor', 'parts', 'travel', 'other'] as const;

/** What the history of a ticket shows. The other kinds are only notifications. */
export const shownKinds = [
  'paused',
  'resumed',
  'overdue',
  'escalated',
  'cost_added',
  'cost_changed',
  'cost_removed',
  'approved',
  'declined',
  'waived',
  'checklist_started',
  'checklist_answered',
  'checklist_completed',
  'vendor_sent',
  'vendor_resent',
  'vendor_withdrawn',
  'vendor_accepted',
  'vendor_declined',
  'vendor_visit',
  'vendor_quoted',
  'quote_approved',
  'quote_declined',
  'vendor_done',
  'vendor_returned',
  'vendor_confirmed',
  'vendor_mail_failed',
] as const;
export type ShownKind = (typeof shownKinds)[number];

/** Something that happened to a ticket without a change of its fields. Without an actor it is the system's. */
export type NewTicketEvent = { ticketId: string; locationId: string } & (
  | {
      kind: 'paused';
      actorId: string;
      reason: (typeof pauseReasons)[number];
      note: string | null;
      until: string | null;
    }
  | { kind: 'resumed'; actorId?: string }
  | { kind: Exclude<Mark, 'escalated'>; countedDueAt: string }
  /** Notifies these people; null: all administrators. */
  | { kind: 'escalated'; countedDueAt: string; notified: string[] | null }
  /** Without an actor it is of a vendor. */
  | { kind: CostEvent; actorId?: string; costKind: (typeof costKinds)[number]; amount: string }
  /** `amount` is that of all costs, here and below. */
  | { kind: 'approval_needed'; amount: string }
  | {
      kind: 'approved' | 'declined';
      actorId: string;
      amount: string;
      note: string | null;
      notified: string[];
    }
  /** An administrator solved it without what is missing; `note` says why. */
  | { kind: 'waived'; actorId: string; missing: Proof[]; note: string }
  | { kind: ChecklistEvent; actorId: string; checklist: CheckedStep }
  /** Of the job of a vendor. Without an actor it is the vendor's; then these people are notified of some kinds. */
  | { kind: VendorEvent; actorId?: string; vendor: VendorDetail; notified: string[] }
);

export type VendorEvent = Extract<ShownKind, `vendor_${string}` | `quote_${string}`>;

/** What happened to the job of a vendor, as far as it is more than its kind. */
export const vendorDetail = z.object({
  jobId: responseId,
  name: z.string().meta({ description: 'Of the vendor.' }),
  by: z.string().optional().meta({ description: 'The name that somebody at the vendor gave.' }),
  email: z.string().optional().meta({ description: 'To which the link was sent.' }),
  visitAt: responseInstant.optional(),
  amount: responseMoney.optional(),
  text: z.string().optional().meta({ description: 'Why it was declined, what was done, or a note.' }),
});
/** `generation`: of the link, if the vendor gets a mail about it. */
export type VendorDetail = z.infer<typeof vendorDetail> & { generation?: number };

export type ChecklistEvent = 'checklist_started' | 'checklist_answered' | 'checklist_completed';

/** The run of a checklist; with a step and its answer where one was answered. */
export const checkedStep = z.object({
  runId: responseId,
  name: z.string(),
  step: z.string().optional(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  result: z.enum(results).optional(),
  note: z.string().nullable().optional(),
});
type CheckedStep = z.infer<typeof checkedStep>;

export type CostEvent = 'cost_added' | 'cost_changed' | 'cost_removed';

const eventRow = z.object({
  isByToken: z.boolean(),
  id: responseId,
  at: responseInstant,
  actorId: responseId.nullable(),
  kind: z.enum(shownKinds),
  countedDueAt: responseInstant.nullable(),
  reason: z.enum(pauseReasons).nullable(),
  note: z.string().nullable(),
  until: responseInstant.nullable(),
  notified: z.array(z.string()).nullable(),
  costKind: z.enum(costKinds).nullable(),
  amount: responseMoney.nullable(),
  missing: z.array(z.enum(proofs)).nullable(),
  checklist: checkedStep.nullable(),
  vendor: vendorDetail.nullable(),
});
/** Such an event as stored. */
export type StoredEvent = z.infer<typeof eventRow>;

/**
 * Writes and reads what happened to tickets without a change of their fields. In SQL: several in one statement, which
 * leaves out those stored already.
 */
@Injectable()
export class TicketEvents {
  constructor(private readonly database: Database) {}

  /** A mark that is stored already for the same due date is left out. */
  async add(within: EntityManager, events: readonly NewTicketEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.database.run(
      sql`INSERT INTO core.ticket_events (ticket_id, location_id, kind, actor_id, due_at, reason, note, until, told_to,
            cost_kind, amount, missing, checklist, vendor)
          SELECT e."ticketId", e."locationId", e.kind, e."actorId", e."countedDueAt", e.reason, e.note, e.until, e.notified,
            e."costKind", e.amount, e.missing, e.checklist, e.vendor
          FROM jsonb_to_recordset(${JSON.stringify(events)})
            AS e ("ticketId" uuid, "locationId" uuid, kind text, "actorId" uuid, "countedDueAt" timestamptz, reason text,
              note text, until timestamptz, notified uuid[], "costKind" text, amount numeric, missing text[],
              checklist jsonb, vendor jsonb)
          ON CONFLICT (ticket_id, kind, due_at) WHERE due_at IS NOT NULL DO NOTHING`,
      { within },
    );
  }

  /** The events of a ticket that its history shows, oldest first, at most `limit`. */
  shownOf(ticketId: string, limit: number): Promise<StoredEvent[]> {
    return this.database.rows(
      eventRow,
      sql`SELECT EXISTS (
              SELECT FROM auth.audit_entries a WHERE a.entity = 'ticket_event' AND a.entity_id = e.id AND a.via = 'api')
              AS "isByToken",
            id, created_at AS at, actor_id AS "actorId", kind, due_at AS "countedDueAt", reason, note, until,
            to_json(told_to) AS notified, cost_kind AS "costKind", amount,
            to_json(missing) AS missing, checklist, vendor
          FROM core.ticket_events e
          WHERE ticket_id = ${ticketId} AND kind NOT IN ('at_risk', 'approval_needed') ORDER BY id LIMIT ${limit}`,
      { prepare: true },
    );
  }
}
