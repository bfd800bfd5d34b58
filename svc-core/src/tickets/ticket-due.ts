import { type Sql, sql } from '../database/sql.ts';

export const ticketSorts = ['-createdAt', 'createdAt', 'dueAt'] as const;
export const dueFilters = ['overdue', 'at_risk', 'paused', 'none', 'met', 'missed'] as const;
type Due = (typeof dueFilters)[number] | undefined;
/** What a list asks for. */
interface Asked {
  due?: Due;
  sort?: (typeof ticketSorts)[number] | undefined;
}

/** What a ticket is sorted by. */
interface Sorted extends Record<'id' | 'createdAt', string> {
  dueAt: string | null;
  resolveDueAt: string | null;
}

const found = {
  overdue: sql`NOT d.is_paused AND d.order_due_at <= now()`,
  // By the index of the risk where these are few, by that of the order where they are many.
  at_risk: sql`NOT d.is_paused AND d.order_due_at > now()
    AND tstzrange(least(d.at_risk_at, d.order_due_at), d.order_due_at) @> now()`,
  paused: sql`d.is_paused AND d.order_due_at IS NOT NULL`,
};
const isOrdered = (due: Due): due is keyof typeof found => due !== undefined && due in found;

/** The order that a list asks for: that of late, risky and paused tickets is soonest first. */
export const sortOf = ({ sort, due }: Asked) => sort ?? (isOrdered(due) ? 'dueAt' : '-createdAt');

/**
 * Where tickets `t` are listed from. Those of a state that `due` asks for come from their deadlines `d`, which copy
 * what boards filter and sort by: so one index has their order, and their number without a look at a ticket.
 */
export const listedFrom = ({ due }: Asked) =>
  isOrdered(due)
    ? {
        table: sql`core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id`,
        // Each has its ticket, but an outer join is left out where nothing of it is asked for.
        counted: sql`core.tickets t RIGHT JOIN core.ticket_deadlines d ON t.id = d.ticket_id`,
        locationId: sql`d.location_id`,
        status: sql`d.status`,
        isByDue: true,
      }
    : {
        table: sql`core.tickets t`,
        counted: sql`core.tickets t`,
        locationId: sql`t.location_id`,
        status: sql`t.status`,
        isByDue: false,
      };

/** Tickets in a state of their due date: open ones, or solved ones that met or missed it. */
export function ofDueState(due: Due): Sql[] {
  if (due === undefined) return [];
  if (isOrdered(due)) return [found[due]];
  const deadlines = sql`SELECT FROM core.ticket_deadlines d WHERE d.ticket_id = t.id AND`;
  if (due === 'none')
    return [sql`t.status <> 'solved'`, sql`NOT EXISTS (${deadlines} (d.is_paused OR d.due_at IS NOT NULL))`];
  const compared = due === 'met' ? sql`t.completed_at <= d.due_at` : sql`t.completed_at > d.due_at`;
  return [sql`t.status = 'solved'`, sql`EXISTS (${deadlines} ${compared})`];
}

/** Those without a due date come last, newest first. */
export const soonestFirst = ({ due }: Asked) => ({
  sort: isOrdered(due)
    ? [sql`d.order_due_at`, sql`d.order_created`, sql`d.ticket_id`]
    : [
        sql`(SELECT coalesce(min(due_at), 'infinity') FROM core.ticket_deadlines WHERE ticket_id = t.id)`,
        sql`-extract(epoch FROM t.created_at)`,
        sql`t.id`,
      ],
  direction: 'ASC' as const,
  keysOf: ({ dueAt, resolveDueAt, createdAt, id }: Sorted) => [
    dueAt ?? resolveDueAt ?? 'infinity',
    String(-Date.parse(createdAt) / 1000),
    id,
  ],
});
