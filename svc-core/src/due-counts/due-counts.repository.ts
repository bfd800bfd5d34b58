import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { withWaitingVendor } from '../ticket-rows/ticket-filters.ts';
import { locationListedTo } from '../visibility/visible-to.ts';
import { type DueCountsResponse, dueCountsResponse } from './due-counts.schemas.ts';

/** In SQL, because each opened board reads all counts, and whether they are shown, in one statement. */
@Injectable()
export class DueCountsRepository {
  constructor(private readonly database: Database) {}

  /** The counts of the list's filters `due=overdue`, `due=at_risk` and, of open tickets, `vendorJob=waiting`, of what is visible to the principal. */
  async read(principal: Principal): Promise<DueCountsResponse> {
    const [row] = await this.database.rows(
      dueCountsResponse,
      sql`SELECT EXISTS (SELECT FROM core.response_targets r WHERE r.active) AS active,
            count(*) FILTER (WHERE d.due_at <= now())::int AS overdue,
            count(*) FILTER (WHERE d.at_risk_at <= now() AND d.due_at > now())::int AS "atRisk",
            (SELECT count(*)::int FROM core.tickets t WHERE t.status <> 'solved' AND t.id IN (${withWaitingVendor})
               AND ${locationListedTo(principal, sql`t.location_id`)}) AS "vendorWaiting"
          FROM core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id
          WHERE NOT d.is_paused AND t.status <> 'solved' AND (d.due_at <= now() OR d.at_risk_at <= now())
            AND ${locationListedTo(principal, sql`t.location_id`)}`,
      { prepare: true },
    );
    if (!row) throw new Error('counts without groups returned no row');
    return row;
  }
}
