import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { locationListedTo, userVisibleTo } from '../visibility/visible-to.ts';
import { type StatsResponse, statsResponse } from './stats.schemas.ts';

/** In SQL, because each opened dashboard reads four consistent counts in one statement. */
@Injectable()
export class StatsRepository {
  constructor(private readonly database: Database) {}

  /** Consistent counts of what is visible to the principal. */
  async read(principal: Principal): Promise<StatsResponse> {
    const [row] = await this.database.rows(
      statsResponse,
      sql`SELECT
        (SELECT count(*)::int FROM core.locations
          WHERE status = 'active' AND ${locationListedTo(principal, sql`id`)}) AS "totalLocations",
        (${countedRows('tickets', principal, { conditions: [sql`c.status IN ('incoming', 'in_progress')`] })})
          AS "activeTickets",
        (${countedRows('tasks', principal, { conditions: [sql`NOT c.completed`] })}) AS "pendingTasks",
        (SELECT count(*)::int FROM auth.users
          WHERE active AND role = 'district_manager' AND ${userVisibleTo(principal, sql`id`)}) AS "totalManagers"`,
      { prepare: true },
    );
    if (!row) throw new Error('a SELECT without FROM returned no row');
    return row;
  }
}
