import { type Credential, PG_POOL, type Principal, PrincipalReader, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Scope } from './scope.ts';

const assignedRow = z.object({ userId: z.guid(), locationIds: z.array(z.guid()) });

/** Who a stream is for. */
export interface Viewer {
  credential: Credential;
  userId: string;
  role: Principal['role'];
}

/** Whether the users of open streams still may read them, and what they can see now. */
@Injectable()
export class StreamAccess {
  constructor(
    private readonly principals: PrincipalReader,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /**
   * What each viewer can see, in the given order; null for one whose session or token ended, or who has another role
   * now. A few lookups for all of them, none of which prolongs a session.
   * @param among locations: only these are asked about, and in the scopes of managers
   * @throws Problem 503, or the error of the driver, when Redis or PostgreSQL is unavailable
   */
  async scopesOf(viewers: readonly Viewer[], among?: readonly string[]): Promise<(Scope | null)[]> {
    const managers = viewers.filter(({ role }) => role === 'district_manager');
    const [principals, locations] = await Promise.all([
      this.principals.readAgain(viewers.map(({ credential }) => credential)),
      this.locationsOf([...new Set(managers.map(({ userId }) => userId))], among),
    ]);
    return viewers.map(({ userId, role }, at) => {
      const principal = principals[at];
      if (principal?.userId !== userId || principal.role !== role) return null;
      return role === 'admin' ? 'everything' : (locations.get(userId) ?? new Set());
    });
  }

  /** The assigned locations by user. Row security hides those that are being removed. In SQL: an aggregate. */
  private async locationsOf(
    userIds: readonly string[],
    among: readonly string[] | undefined,
  ): Promise<Map<string, Set<string>>> {
    if (userIds.length === 0 || among?.length === 0) return new Map();
    const rows = await selectRows(this.pool, assignedRow, {
      name: among ? 'read-assigned-among' : 'read-assigned',
      text: `SELECT a.manager_id AS "userId", json_agg(a.location_id) AS "locationIds"
             FROM core.manager_assignments a JOIN core.locations l ON l.id = a.location_id
             WHERE a.manager_id = ANY($1) ${among ? 'AND a.location_id = ANY($2)' : ''} GROUP BY a.manager_id`,
      values: [userIds, ...(among ? [among] : [])],
    });
    return new Map(rows.map(({ userId, locationIds }) => [userId, new Set(locationIds)]));
  }
}
