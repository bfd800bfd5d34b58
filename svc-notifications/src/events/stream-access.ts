import { type Credential, PG_POOL, type Principal, PrincipalReader, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Scope } from './scope.ts';

const assignmentRow = z.object({ managerId: z.guid(), locationId: z.guid() });

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
   * What each viewer can see, in the given order; null for one whose session or token ended, or who has another role now.
   * A few lookups for all of them, none of which prolongs a session.
   * @throws Problem 503, or the error of the driver, when Redis or PostgreSQL is unavailable
   */
  async scopesOf(viewers: readonly Viewer[]): Promise<(Scope | null)[]> {
    const managers = viewers.filter(({ role }) => role === 'district_manager');
    const [principals, locations] = await Promise.all([
      this.principals.readAgain(viewers.map(({ credential }) => credential)),
      this.locationsOf([...new Set(managers.map(({ userId }) => userId))]),
    ]);
    return viewers.map(({ userId, role }, at) => {
      const principal = principals[at];
      if (principal?.userId !== userId || principal.role !== role) return null;
      return role === 'admin' ? 'everything' : (locations.get(userId) ?? new Set());
    });
  }

  /** The assigned locations by user. Row security hides those that are being removed. */
  private async locationsOf(userIds: string[]): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    if (userIds.length === 0) return found;
    const rows = await selectRows(this.pool, assignmentRow, {
      name: 'read-scopes',
      text: `SELECT a.manager_id AS "managerId", a.location_id AS "locationId"
             FROM core.manager_assignments a JOIN core.locations l ON l.id = a.location_id
             WHERE a.manager_id = ANY($1)`,
      values: [userIds],
    });
    for (const { managerId, locationId } of rows) {
      const of = found.get(managerId) ?? new Set();
      found.set(managerId, of.add(locationId));
    }
    return found;
  }
}
