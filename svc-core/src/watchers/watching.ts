import type { Principal } from '@mainstay/service-kit';
import { type Sql, sql } from '../database/sql.ts';

/** Why somebody watches a ticket: by hand, or since they created, were assigned, commented or were mentioned. */
export type WatchReason = 'manual' | 'created' | 'assigned' | 'commented' | 'mentioned';

/** SQL for whether the principal watches the ticket and has not muted it. */
export const isWatching = ({ userId }: Principal, ticketId: Sql): Sql =>
  sql`EXISTS (SELECT FROM core.ticket_watchers w WHERE w.ticket_id = ${ticketId} AND w.user_id = ${userId} AND NOT w.muted)`;
