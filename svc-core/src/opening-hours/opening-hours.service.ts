import { type Precondition, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { DeadlineRequests } from '../deadline-requests/deadline-requests.repository.ts';
import { foundEntity, lockEntity } from '../entities/entity-rows.ts';
import { Location } from '../locations/location.entity.ts';
import { locationVisibleTo } from '../visibility/visible-to.ts';
import {
  type OpeningHours,
  type OpeningHoursRequest,
  openingHoursResponse,
} from './opening-hours.schemas.ts';

/** When locations are open. */
@Injectable()
export class OpeningHoursService {
  constructor(
    private readonly database: Database,
    private readonly deadlineRequests: DeadlineRequests,
  ) {}

  /** @throws Problem 404 */
  async get(principal: Principal, id: string): Promise<Versioned<OpeningHours>> {
    const isVisible = sql`l.id = ${id} AND ${locationVisibleTo(principal, sql`l.id`)}`;
    const location = await this.database.entities
      .createQueryBuilder(Location, 'l')
      .where(...isVisible.toCondition())
      .getOne();
    return foundEntity(openingHoursResponse, location);
  }

  /** @throws Problem 404, 412 */
  replace(
    id: string,
    hours: OpeningHoursRequest,
    precondition: Precondition,
  ): Promise<Versioned<OpeningHours>> {
    return this.database.transaction(async (transaction) => {
      const isPresent = sql`l.id = ${id} AND l.removed_at IS NULL`;
      const { version } = await lockEntity(transaction, Location, 'for_no_key_update', 'l', isPresent);
      precondition(version);
      await transaction.update(Location, id, hours);
      await this.deadlineRequests.add(transaction, { locationId: id });
      return foundEntity(openingHoursResponse, await transaction.findOneBy(Location, { id }));
    });
  }
}
