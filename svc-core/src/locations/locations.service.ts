import {
  brokenConstraint,
  CONFIG,
  conflict,
  type KeyedRequest,
  type Precondition,
  type Principal,
  type Versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import { requireLimits } from '../fields/long-text.ts';
import type { Page } from '../lists/page.ts';
import { SchedulesRepository } from '../recurring-tasks/schedules.repository.ts';
import { LocationRemovals } from './location-removals.ts';
import { LocationsRepository } from './locations.repository.ts';
import {
  type CreateLocationRequest,
  type ListLocationsQuery,
  type LocationResponse,
  locationResponse,
  type UpdateLocationRequest,
} from './locations.schemas.ts';

/** The rules of locations (specification, sections 3 and 6). Only administrators change them: see the controller. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationsRepository,
    private readonly removals: LocationRemovals,
    private readonly schedules: SchedulesRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(principal: Principal, query: ListLocationsQuery): Promise<Page<LocationResponse>> {
    return this.locations.list(principal, query);
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string): Promise<Versioned<LocationResponse>> {
    return this.locations.get(principal, id);
  }

  /** @throws Problem 409 when the store number is taken */
  create(
    principal: Principal,
    request: CreateLocationRequest,
    keyed: KeyedRequest | null,
  ): Promise<Versioned<LocationResponse>> {
    const { phone = null, timezone = this.config.DEFAULT_TIMEZONE } = request;
    return this.database
      .creation(principal, keyed, locationResponse, async (transaction) => {
        const id = await this.locations.insert(transaction, { ...request, phone, timezone });
        return this.locations.get(principal, id, transaction);
      })
      .catch(explainTakenStoreNumber);
  }

  /**
   * In another time zone, what is scheduled next stays at its moment and returns at that time of the new clock.
   * @throws Problem 404, 409 when the store number is taken, 412
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateLocationRequest,
    precondition: Precondition,
  ): Promise<Versioned<LocationResponse>> {
    return this.database
      .transaction(async (transaction) => {
        const location = await this.locations.lock(transaction, id);
        precondition(location.version);
        requireLimits(location, changes, ['address']);
        if (Object.keys(changes).length > 0) await this.locations.update(transaction, id, changes);
        if (changes.timezone !== undefined && changes.timezone !== location.timezone) {
          await this.schedules.forgetTimes(transaction, id);
        }
        return this.locations.get(principal, id, transaction);
      })
      .catch(explainTakenStoreNumber);
  }

  /** The location's tickets, tasks, projects and assignments go with it: out of sight at once. @throws Problem 404, 412 */
  delete(id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const { version } = await this.locations.lockForRemoval(transaction, id);
      precondition(version);
      await this.removals.begin(transaction, id);
    });
  }
}

function explainTakenStoreNumber(error: unknown): never {
  if (brokenConstraint(error)?.constraint === 'uq_locations_store_number') {
    throw conflict('Another location has this store number already.', {
      storeNumber: ['Another location has this store number already.'],
    });
  }
  throw error;
}
