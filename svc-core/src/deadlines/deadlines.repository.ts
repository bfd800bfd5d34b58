import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { closure, openRange } from '../locations/stored-hours.ts';
import { clocks } from '../fields/clocks.ts';
import { ticketStatuses } from '../ticket-rows/ticket-status.ts';

const stop = z.object({ since: z.string(), endedAt: z.string().nullable(), until: z.string().nullable() });

const factsRow = z.object({
  id: responseId,
  locationId: responseId,
  createdAt: responseInstant,
  status: z.enum(ticketStatuses),
  /** Set by people, and when they did. */
  setDueAt: responseInstant.nullable(),
  setAt: responseInstant.nullable(),
  stops: z.array(stop),
  /** The location is archived: no notifications. */
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
  /** The due date that counts as computed last, and how many marks have passed; null if they never were. */
  countedDueAt: responseInstant.nullable(),
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
  countedDueAt: string | null;
  atRiskAt: string | null;
  /** How many marks have passed. */
  passed: number;
  /** When there is something to do next. */
  nextAt: string | null;
}

const lagRow = z.object({ seconds: z.number() });
const idRow = z.object({ id: responseId });

/**
 * Reads what deadlines follow from, and writes them. In SQL, because rows that other replicas have locked are skipped,
 * and one statement reads or writes a whole batch. Whoever writes has locked the ticket.
 */
@Injectable()
export class DeadlinesRepository {
  constructor(private readonly database: Database) {}

  facts(within: EntityManager, ticketIds: readonly string[]): Promise<Facts[]> {
    return this.database.rows(
      factsRow,
      sql`SELECT t.id, t.location_id AS "locationId", t.created_at AS "createdAt", t.status,
            t.due_at AS "setDueAt", t.due_set_at AS "setAt",
            coalesce((SELECT json_agg(json_build_object('since', s.since, 'endedAt', s.ended_at, 'until', s.until))
              FROM core.ticket_stops s WHERE s.ticket_id = t.id), '[]') AS stops,
            l.archived_at IS NOT NULL AS "isArchived", l.timezone AS zone, l.hours, l.closures,
            r.active, r.respond_minutes AS "respondMinutes", r.resolve_minutes AS "resolveMinutes", r.clock,
            r.at_risk_percent AS "atRiskPercent", r.escalate_after_minutes AS "escalateAfterMinutes",
            to_json(ARRAY(SELECT u.id FROM auth.users u
              WHERE u.id = ANY (r.escalate_to) AND u.active AND u.role = 'admin')) AS "escalateTo",
            d.due_at AS "countedDueAt", d.passed, now()
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
              "countedDueAt" timestamptz, "atRiskAt" timestamptz, passed smallint, "nextAt" timestamptz)
          ON CONFLICT (ticket_id) DO UPDATE SET is_paused = excluded.is_paused,
            respond_due_at = excluded.respond_due_at, resolve_due_at = excluded.resolve_due_at,
            due_at = excluded.due_at, at_risk_at = excluded.at_risk_at, passed = excluded.passed,
            next_at = excluded.next_at`,
      { within, prepare: true },
    );
  }

  /**
   * Tickets whose `nextAt` has passed, the longest waiting first; those of archived locations wait. Locks them until
   * the transaction ends.
   */
  async claimNext(within: EntityManager, limit: number): Promise<string[]> {
    const rows = await this.database.rows(
      idRow,
      sql`SELECT t.id FROM core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id
            JOIN core.locations l ON l.id = t.location_id AND l.removed_at IS NULL AND l.archived_at IS NULL
          WHERE d.next_at <= now() ORDER BY d.next_at LIMIT ${limit} FOR NO KEY UPDATE OF t SKIP LOCKED`,
      { within, prepare: true },
    );
    return rows.map(({ id }) => id);
  }

  /** For how long the longest waiting ticket has waited, in seconds; 0 if none does. */
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
}
