import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { seesLocation, seesUser } from '../assignments/sight.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { StatsResponse } from './stats.schemas.ts';

@Injectable()
export class StatsRepository {
  constructor(private readonly database: Database) {}

  /** Counts over what the principal sees, all of the same moment. */
  async read(principal: Principal): Promise<StatsResponse> {
    const [row] = await this.database.rows<StatsResponse>(
      sql`SELECT
        (SELECT count(*)::int FROM core.locations
          WHERE status = 'active' AND ${seesLocation(principal, sql`id`)}) AS "totalLocations",
        (SELECT count(*)::int FROM core.tickets
          WHERE status IN ('incoming', 'in_progress') AND ${seesLocation(principal, sql`location_id`)})
          AS "activeTickets",
        (SELECT count(*)::int FROM core.tasks
          WHERE NOT completed AND ${seesLocation(principal, sql`location_id`)}) AS "pendingTasks",
        (SELECT count(*)::int FROM auth.users
          WHERE active AND role = 'district_manager' AND ${seesUser(principal, sql`id`)}) AS "totalManagers"`,
      { prepare: true },
    );
    if (!row) throw new Error('a SELECT without FROM answered no row');
    return row;
  }
}
