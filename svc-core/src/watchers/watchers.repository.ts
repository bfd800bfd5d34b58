import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TicketWatcher, type WatchReason } from './ticket-watcher.entity.ts';

/** Who watches a ticket. */
@Injectable()
export class WatchersRepository {
  /**
   * Adds users with their reasons. Who watches it already keeps the reason, and stays muted. Always in the order of
   * their ids: a row that another transaction adds is waited for, and two could deadlock.
   */
  async add(
    within: EntityManager,
    ticketId: string,
    reasons: ReadonlyMap<string, WatchReason>,
  ): Promise<void> {
    if (reasons.size === 0) return;
    const watchers = [...reasons].map(([userId, reason]) => ({ ticketId, userId, reason }));
    await within
      .createQueryBuilder()
      .insert()
      .into(TicketWatcher)
      .values(watchers.sort((a, b) => (a.userId < b.userId ? -1 : 1)))
      .orIgnore()
      .updateEntity(false)
      .execute();
  }

  /** By hand: who watches it already keeps the reason. */
  async set(within: EntityManager, ticketId: string, userId: string, muted: boolean): Promise<void> {
    await within
      .createQueryBuilder()
      .insert()
      .into(TicketWatcher)
      .values({ ticketId, userId, reason: 'manual', muted })
      .orUpdate(['muted'], ['ticket_id', 'user_id'])
      .updateEntity(false)
      .execute();
  }

  async remove(within: EntityManager, ticketId: string, userId: string): Promise<void> {
    await within.delete(TicketWatcher, { ticketId, userId });
  }
}
