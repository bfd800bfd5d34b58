import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { WatchReason } from './watching.ts';

/** Who watches a ticket. In SQL: whole batches that leave existing rows as they are. */
@Injectable()
export class WatchersRepository {
  constructor(private readonly database: Database) {}

  /** Who watches it already keeps the reason, and stays muted. */
  async add(
    within: EntityManager,
    ticketId: string,
    userIds: readonly string[],
    reason: WatchReason,
  ): Promise<void> {
    if (userIds.length === 0) return;
    await this.database.run(
      sql`INSERT INTO core.ticket_watchers (ticket_id, user_id, reason)
          SELECT ${ticketId}, user_id, ${reason} FROM unnest(${userIds}::uuid[]) AS user_id
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
