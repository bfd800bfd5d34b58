import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { closure, openRange } from '../opening-hours/opening-hours.schemas.ts';
import { clocks } from '../response-targets/response-targets.schemas.ts';
import { ticketStatuses } from '../tickets/ticket-status.ts';
import type { ticketPriorities } from '../tickets/tickets.schemas.ts';
import type { Mark } from './ticket-deadlines.ts';

const stop = z.object({ since: z.string(), endedAt: z.string().nullable(), until: z.string().nullable() });

const factsRow = z.object({
  id: responseId,
  locationId: responseId,
  createdAt: responseInstant,
  status: z.enum(ticketStatuses),
  ownDueAt: responseInstant.nullable(),
  dueSetAt: responseInstant.nullable(),
  stops: z.array(stop),
  /** The location is archived: nobody is told. */
  isArchived: z.boolean(),
  zone: z.string(),
  hours: z.array(openRange),
  closures: z.array(closure),
  active: z.boolean(),
  respondMinutes: z.int().nullable(),
  resolveMinutes: z.int().nullable(),
  clock: z.enum(clocks),
  atRiskPercent: z.int(),
  escalateAfterMinutes: z.int(),
  /** Administrators of the target who are active. */
  escalateTo: z.array(z.string()),
  /** As computed before; null if it never was. */
  dueBefore: responseInstant.nullable(),
  passed: z.int().nullable(),
  /** The database's time, the same for all replicas. */
  now: responseInstant,
});
export type Facts = z.infer<typeof factsRow>;

/** The deadlines of a ticket as stored, times in ISO 8601. */
export interface StoredDeadlines {
  ticketId: string;
  isPaused: boolean;
  respondDueAt: string | null;
  resolveDueAt: string | null;
  dueAt: string | null;
  atRiskAt: string | null;
  /** How many marks have passed. */
  passed: number;
  /** When there is something to do next. */
  nextAt: string | null;
}

/** Something that happened to a ticket without a change of its fields. */
export interface NewTicketEvent {
  ticketId: string;
  locationId: string;
  kind:
    | Mark
    | 'paused'
    | 'resumed'
    | 'cost_added'
    | 'cost_changed'
    | 'cost_removed'
    | 'approval_needed'
    | 'approved'
    | 'declined';
  actorId?: string | null;
  /** The due date that a mark is about. */
  dueAt?: string | null;
  reason?: string;
  note?: string | null;
  until?: string | null;
  /** People; null for all administrators. */
  toldTo?: string[] | null;
  costKind?: string;
  /** Of the cost, or all costs that need a decision. */
  amount?: string;
}

const lagRow = z.object({ seconds: z.number() });
const idRow = z.object({ id: responseId });
const stopRow = z.object({ ticketId: responseId, locationId: responseId });

/**
 * Reads what deadlines follow from, and writes them. In SQL, because rows that other replicas have locked are skipped, and one
 * statement reads or writes a whole batch. Whoever writes has locked the ticket.
 */
@Injectable()
export class DeadlinesRepository {
  constructor(private readonly database: Database) {}

  facts(within: EntityManager, ticketIds: readonly string[]): Promise<Facts[]> {
    return this.database.rows(
      factsRow,
      sql`SELECT t.id, t.location_id AS "locationId", t.created_at AS "createdAt", t.status,
            t.due_at AS "ownDueAt", t.due_set_at AS "dueSetAt",
            coalesce((SELECT json_agg(json_build_object('since', s.since, 'endedAt', s.ended_at, 'until', s.until))
              FROM core.ticket_stops s WHERE s.ticket_id = t.id), '[]') AS stops,
            l.archived_at IS NOT NULL AS "isArchived", l.timezone AS zone, l.hours, l.closures,
            r.active, r.respond_minutes AS "respondMinutes", r.resolve_minutes AS "resolveMinutes", r.clock,
            r.at_risk_percent AS "atRiskPercent", r.escalate_after_minutes AS "escalateAfterMinutes",
            to_json(ARRAY(SELECT u.id FROM auth.users u
              WHERE u.id = ANY (r.escalate_to) AND u.active AND u.role = 'admin')) AS "escalateTo",
            d.due_at AS "dueBefore", d.passed, now()
          FROM core.tickets t JOIN core.locations l ON l.id = t.location_id
            JOIN core.response_targets r ON r.priority = t.priority
            LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
          WHERE t.id = ANY (${ticketIds})`,
      { within, prepare: true },
    );
  }

  async write(within: EntityManager, deadlines: readonly StoredDeadlines[]): Promise<void> {
    await this.database.run(
      sql`INSERT INTO core.ticket_deadlines
            (ticket_id, is_paused, respond_due_at, resolve_due_at, due_at, at_risk_at, passed, next_at)
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(deadlines)})
            AS d ("ticketId" uuid, "isPaused" boolean, "respondDueAt" timestamptz, "resolveDueAt" timestamptz,
              "dueAt" timestamptz, "atRiskAt" timestamptz, passed smallint, "nextAt" timestamptz)
          ON CONFLICT (ticket_id) DO UPDATE SET is_paused = excluded.is_paused,
            respond_due_at = excluded.respond_due_at, resolve_due_at = excluded.resolve_due_at,
            due_at = excluded.due_at, at_risk_at = excluded.at_risk_at, passed = excluded.passed,
            next_at = excluded.next_at`,
      { within, prepare: true },
    );
  }

  /** A mark about a due date that was told before is left out. */
  async addEvents(within: EntityManager, events: readonly NewTicketEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.database.run(
      sql`INSERT INTO core.ticket_events (ticket_id, location_id, kind, actor_id, due_at, reason, note, until, told_to,
            cost_kind, amount)
          SELECT e."ticketId", e."locationId", e.kind, e."actorId", e."dueAt", e.reason, e.note, e.until, e."toldTo",
            e."costKind", e.amount
          FROM jsonb_to_recordset(${JSON.stringify(events)})
            AS e ("ticketId" uuid, "locationId" uuid, kind text, "actorId" uuid, "dueAt" timestamptz, reason text,
              note text, until timestamptz, "toldTo" uuid[], "costKind" text, amount numeric)
          ON CONFLICT (ticket_id, kind, due_at) WHERE due_at IS NOT NULL DO NOTHING`,
      { within },
    );
  }

  /** Tickets for which it is time, the longest waiting first; those of archived locations wait. Locks them until the transaction ends. */
  async claimDue(within: EntityManager, limit: number): Promise<string[]> {
    const rows = await this.database.rows(
      idRow,
      sql`SELECT t.id FROM core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id
            JOIN core.locations l ON l.id = t.location_id AND l.removed_at IS NULL AND l.archived_at IS NULL
          WHERE d.next_at <= now() ORDER BY d.next_at LIMIT ${limit} FOR NO KEY UPDATE OF t SKIP LOCKED`,
      { within, prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** For how long the longest waiting ticket has been due, in seconds; 0 if none is. */
  async lag(): Promise<number> {
    const [row] = await this.database.rows(
      lagRow,
      sql`SELECT coalesce(extract(epoch FROM now() - min(d.next_at)), 0)::float8 AS seconds
          FROM core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id
            JOIN core.locations l ON l.id = t.location_id AND l.removed_at IS NULL AND l.archived_at IS NULL
          WHERE d.next_at <= now()`,
    );
    return row?.seconds ?? 0;
  }

  /** Ends the pauses of these tickets whose time is over. They end at that time, whenever this is. */
  endPauses(
    within: EntityManager,
    ticketIds: readonly string[],
  ): Promise<{ ticketId: string; locationId: string }[]> {
    return this.database.rows(
      stopRow,
      sql`WITH ended AS (
            UPDATE core.ticket_stops SET ended_at = until
            WHERE ticket_id = ANY (${ticketIds}) AND ended_at IS NULL AND until <= now() RETURNING ticket_id)
          UPDATE core.tickets t SET updated_at = now() FROM ended WHERE t.id = ended.ticket_id
          RETURNING t.id AS "ticketId", t.location_id AS "locationId"`,
      { within },
    );
  }

  /** Asks for the deadlines of all open tickets of a location or a priority to be computed again. */
  async request(
    within: EntityManager,
    of: { locationId: string } | { priority: (typeof ticketPriorities)[number] },
  ): Promise<void> {
    const { locationId, priority } = { locationId: null, priority: null, ...of };
    await this.database.run(
      sql`INSERT INTO core.deadline_requests (location_id, priority) VALUES (${locationId}, ${priority})`,
      { within },
    );
  }

  /**
   * Locks the next open tickets of the oldest request that no other replica works on, and remembers how far it is. A request waits
   * for the transactions that were running when it was made: they may create tickets by what was valid before.
   * @returns undefined without a request
   */
  async claimRequested(within: EntityManager, limit: number): Promise<string[] | undefined> {
    const [request] = await this.database.rows(
      idRow,
      sql`SELECT id FROM core.deadline_requests WHERE xid < pg_snapshot_xmin(pg_current_snapshot())
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { within },
    );
    if (!request) return undefined;
    const tickets = await this.database.rows(
      idRow,
      sql`SELECT t.id FROM core.deadline_requests q
            JOIN core.tickets t ON t.location_id = coalesce(q.location_id, t.location_id)
              AND t.priority = coalesce(q.priority, t.priority) AND t.id > q.after_id
          WHERE q.id = ${request.id} AND t.status <> 'solved' ORDER BY t.id LIMIT ${limit} FOR NO KEY UPDATE OF t`,
      { within },
    );
    const last = tickets.at(-1)?.id;
    if (last === undefined || tickets.length < limit) await this.finish(within, request.id);
    else
      await this.database.run(
        sql`UPDATE core.deadline_requests SET after_id = ${last} WHERE id = ${request.id}`,
        { within },
      );
    return tickets.map(({ id }) => id);
  }

  /** The feed tells the place of what is deleted, and managers of their places alone: that of a priority becomes one for each. */
  private async finish(within: EntityManager, requestId: string): Promise<void> {
    await this.database.run(
      sql`INSERT INTO core.deadline_requests (location_id, priority)
          SELECT l.id, q.priority FROM core.deadline_requests q, core.locations l
          WHERE q.id = ${requestId} AND q.location_id IS NULL AND l.removed_at IS NULL`,
      { within },
    );
    await this.database.run(
      sql`DELETE FROM core.deadline_requests WHERE id = ${requestId} OR xid = pg_current_xact_id()`,
      { within },
    );
  }
}
