import { type SearchedList } from '@mainstay/web-kit';
import { type Ticket, type TicketStatus } from './tickets.queries.ts';

/** A change of status that is under way: the screen shows the ticket where it will be. */
export interface StatusMove {
  ticket: Ticket;
  to: TicketStatus;
}

const newestFirst = (a: Ticket, b: Ticket): number => Date.parse(b.createdAt) - Date.parse(a.createdAt);

/**
 * The list of a status as it will be after the moves: without the tickets that leave it, with those that come, which
 * keep the order of creation. Nothing is to be taken back if a move fails: it is then no longer among them.
 * @param moves the oldest first; of several moves of one ticket the last counts
 */
export function withMoves(
  list: SearchedList<Ticket>,
  status: TicketStatus,
  moves: readonly StatusMove[],
): SearchedList<Ticket> {
  if (moves.length === 0) return list;
  const last = new Map(moves.map((move) => [move.ticket.id, move]));
  const staying = list.items.filter(({ id }) => (last.get(id)?.to ?? status) === status);
  const here = new Set(staying.map(({ id }) => id));
  const coming = [...last.values()].filter(({ ticket, to }) => to === status && !here.has(ticket.id));
  if (coming.length === 0 && staying.length === list.items.length) return list;
  return {
    ...list,
    items: [...staying, ...coming.map(({ ticket, to }) => ({ ...ticket, status: to }))].sort(newestFirst),
    total:
      list.total === undefined
        ? undefined
        : list.total + coming.length - (list.items.length - staying.length),
  };
}

/**
 * A list without the tickets that another list has newer. After a change of status the lists are read one after the
 * other, so a ticket is in both for a moment.
 */
export function withoutOutdated(
  list: SearchedList<Ticket>,
  other: SearchedList<Ticket>,
): SearchedList<Ticket> {
  const others = new Map(other.items.map(({ id, updatedAt }) => [id, Date.parse(updatedAt)]));
  const items = list.items.filter(({ id, updatedAt }) => (others.get(id) ?? 0) <= Date.parse(updatedAt));
  const outdated = list.items.length - items.length;
  if (outdated === 0) return list;
  return { ...list, items, total: list.total === undefined ? undefined : list.total - outdated };
}
