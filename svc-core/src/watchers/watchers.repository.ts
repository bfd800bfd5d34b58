import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { WatchReason } from './watching.ts';

/** Who watches a ticket. In SQL: whole batches that leave existing rows as they are. */
@Injectable()
export class WatchersRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds users with their reasons. Who watches it already keeps the reason, and stays muted. Always in the order of their ids:
   * a row that another transaction adds is waited for, and two could deadlock.
   */
  async add(
    within: EntityManager,
    ticketId: string,
    reasons: ReadonlyMap<string, WatchReason>,
  ): Promise<void> {
    if (reasons.size === 0) return;
    const userIds = [...reasons.keys()].sort();
    await this.database.run(
      sql`INSERT INTO core.ticket_watchers (ticket_id, user_id, reason)
          SELECT ${ticketId}, user_id, reason
          FROM unnest(${userIds}::uuid[], ${userIds.map((id) => reasons.get(id))}::text[]) AS added (user_id, reason)
          ON CONFLICT ON CONSTRAINT pk_ticket_watchers DO NOTHING`,
      { within },
    );
  }

  /** By hand: who watches it already keeps the reason. */
  async set(within: EntityManager, ticketId: string, userId: string, muted: boolean): Promise<void> {
    await this.database.run(
      sql`INSERT INTO core.ticket_watchers (ticket_id, user_id, reason, muted)
          VALUES (${ticketId}, ${userId}, 'manual', ${muted})
          ON CONFLICT ON CONSTRAINT pk_ticket_watchers DO UPDATE SET muted = excluded.muted`,
      { within },
    );
  }

  async remove(within: EntityManager, ticketId: string, userId: string): Promise<void> {
    await this.database.run(
      sql`DELETE FROM core.ticket_watchers WHERE ticket_id = ${ticketId} AND user_id = ${userId}`,
      { within },
    );
  }
}
