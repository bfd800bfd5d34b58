import { responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Priority } from '../fields/priorities.ts';

const idRow = z.object({ id: responseId });

/**
 * Requests to compute deadlines again in the background. In SQL, because rows that other replicas have locked are
 * skipped.
 */
@Injectable()
export class DeadlineRequests {
  constructor(private readonly database: Database) {}

  /** Asks for the deadlines of all open tickets of a location or a priority to be computed again. */
  async add(within: EntityManager, of: { locationId: string } | { priority: Priority }): Promise<void> {
    const { locationId, priority } = { locationId: null, priority: null, ...of };
    await this.database.run(
      sql`INSERT INTO core.deadline_requests (location_id, priority) VALUES (${locationId}, ${priority})`,
      { within },
    );
  }

  /**
   * Locks the next open tickets of the oldest request that no other replica has locked, and stores its progress. A
   * request waits for transactions that were running when it was made: they may create tickets by the old rules.
   * @returns undefined without a request
   */
  async claim(within: EntityManager, limit: number): Promise<string[] | undefined> {
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

  /**
   * Deletes a request, which publishes a change for its location, of which its managers hear. A request for a priority
   * is split into one for each location first.
   */
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
