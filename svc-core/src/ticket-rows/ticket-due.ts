import { type Sql, sql } from '../database/sql.ts';

export const ticketSorts = ['-createdAt', 'createdAt', 'dueAt', 'updatedAt'] as const;
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

const deadlinesOf = (condition: Sql): Sql => sql`
  SELECT ticket_id, location_id, status, order_due_at, order_created FROM core.ticket_deadlines WHERE ${condition}`;
// Ordered, so that two of them are merged and not sorted.
const atRisk = (risk: Sql): Sql => sql`
  (${deadlinesOf(sql`${risk} <= now() AND order_due_at > now() AND NOT is_paused`)}
   ORDER BY order_due_at, order_created, ticket_id)`;
/** Open tickets by their deadlines. */
const found = {
  overdue: deadlinesOf(sql`NOT is_paused AND order_due_at <= now()`),
  // Those whose risk the clock has seen and the few whose it has not: each has its index.
  at_risk: sql`${atRisk(sql`passed > 0 AND at_risk_at`)}
    UNION ALL ${atRisk(sql`passed = 0 AND CASE WHEN passed = 0 THEN at_risk_at END`)}`,
  paused: deadlinesOf(sql`is_paused AND order_due_at IS NOT NULL`),
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
        table: sql`(${found[due]}) d JOIN core.tickets t ON t.id = d.ticket_id`,
        // Each has its ticket, but an outer join is left out where nothing of it is asked for.
        counted: sql`core.tickets t RIGHT JOIN (${found[due]}) d ON t.id = d.ticket_id`,
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

/** Conditions on tickets by their due date; open ones in one of its states are found by {@link listedFrom}. */
export function ofDueState(due: Due): Sql[] {
  if (due === undefined || isOrdered(due)) return [];
  const deadlines = sql`SELECT FROM core.ticket_deadlines d WHERE d.ticket_id = t.id AND`;
  if (due === 'none')
    return [sql`t.status <> 'solved'`, sql`NOT EXISTS (${deadlines} (d.is_paused OR d.due_at IS NOT NULL))`];
  const compared = due === 'met' ? sql`t.completed_at <= d.due_at` : sql`t.completed_at > d.due_at`;
  return [sql`t.status = 'solved'`, sql`EXISTS (${deadlines} ${compared})`];
}

/** The order of tickets `t` by a due date. */
export const soonestBy = (due: Sql) => ({
  sort: [due, sql`-extract(epoch FROM t.created_at)`, sql`t.id`],
  direction: 'ASC' as const,
});

/** Those without a due date come last, newest first. */
export const soonestFirst = ({ due }: Asked) => ({
  ...soonestBy(
    sql`(SELECT coalesce(min(due_at), 'infinity') FROM core.ticket_deadlines WHERE ticket_id = t.id)`,
  ),
  ...(isOrdered(due) && { sort: [sql`d.order_due_at`, sql`d.order_created`, sql`d.ticket_id`] }),
  keysOf: ({ dueAt, resolveDueAt, createdAt, id }: Sorted) => [
    dueAt ?? resolveDueAt ?? 'infinity',
    String(-Date.parse(createdAt) / 1000),
    id,
  ],
});
