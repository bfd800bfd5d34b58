import { type SearchedList } from '@mainstay/web-kit';
import { type Ticket, type TicketStatus } from './tickets.queries.ts';

/** A change of status that is under way: the screen shows the ticket where it will be. */
export interface StatusMove {
  ticket: Ticket;
  to: TicketStatus;
}

const newestFirst = (a: Ticket, b: Ticket): number => Date.parse(b.createdAt) - Date.parse(a.createdAt);

/**
 * The list of a status as it will be after the moves: without the tickets that leave it, with those that come, which keep
 * the order of creation. Nothing is to be taken back if a move fails: it is then no longer among them.
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
