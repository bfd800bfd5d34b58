import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { requireTicket } from '../ticket-rows/visible-ticket.ts';
import { WatchersRepository } from './watchers.repository.ts';

/** The current user's own watching. It is no change of the ticket. */
@Injectable()
export class WatchersService {
  constructor(
    private readonly database: Database,
    private readonly watchers: WatchersRepository,
  ) {}

  /** @throws Problem 404 */
  watch(principal: Principal, ticketId: string, muted: boolean): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await requireTicket(transaction, principal, ticketId);
      await this.watchers.set(transaction, ticketId, principal.userId, muted);
    });
  }

  /** @throws Problem 404 */
  unwatch(principal: Principal, ticketId: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await requireTicket(transaction, principal, ticketId);
      await this.watchers.remove(transaction, ticketId, principal.userId);
    });
  }
}
