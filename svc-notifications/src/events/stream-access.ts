import { type Credential, type Principal, PrincipalReader } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { ManagerAssignment } from '../database/published/manager-assignment.entity.ts';
import type { Scope } from './scope.ts';

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
    private readonly entities: EntityManager,
  ) {}

  /**
   * What each viewer can see, in the given order; null for one whose session or token ended, or who has another role
   * now. A few lookups for all of them, none of which prolongs a session.
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
    const rows = await this.entities
      .createQueryBuilder(ManagerAssignment, 'assignment')
      .innerJoin('assignment.location', 'location')
      .where('assignment.managerId = ANY(:userIds)', { userIds })
      .getMany();
    for (const { managerId, locationId } of rows) {
      const of = found.get(managerId) ?? new Set();
      found.set(managerId, of.add(locationId));
    }
    return found;
  }
}
