import { notFound, type Principal } from '@mainstay/service-kit';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { type Sql, sql } from '../database/sql.ts';
import { locationVisibleTo } from '../visibility/visible-to.ts';
import { Ticket } from './ticket.entity.ts';

/** A ticket with this id that is visible to the principal, without its texts. */
export const visibleTicket = (on: EntityManager, principal: Principal, id: Sql): SelectQueryBuilder<Ticket> =>
  on
    .createQueryBuilder(Ticket, 't')
    .select(['t.id', 't.locationId', 't.createdAt', 't.createdBy', 't.via'])
    .where(...sql`t.id = ${id} AND ${locationVisibleTo(principal, sql`t.location_id`)}`.toCondition());

/**
 * The ticket exists, is visible and remains until the transaction ends.
 * @returns the id of its location
 * @throws Problem 404
 */
export async function requireTicket(
  within: EntityManager,
  principal: Principal,
  ticketId: string,
): Promise<string> {
  const ticket = await visibleTicket(within, principal, sql`${ticketId}`)
    .setLock('for_key_share')
    .getOne();
  if (!ticket) throw notFound();
  return ticket.locationId;
}
