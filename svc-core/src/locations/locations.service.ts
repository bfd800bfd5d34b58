import { brokenConstraint, CONFIG, conflict, notFound, type Principal } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import type { Page } from '../lists/page.ts';
import { LocationsRepository } from './locations.repository.ts';
import type {
  CreateLocationRequest,
  ListLocationsQuery,
  LocationResponse,
  UpdateLocationRequest,
} from './locations.schemas.ts';

/** The rules of locations (specification, sections 3 and 6). Only administrators change them: see the controller. */
@Injectable()
export class LocationsService {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(principal: Principal, query: ListLocationsQuery): Promise<Page<LocationResponse>> {
    return this.locations.list(principal, query);
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string): Promise<LocationResponse> {
    return this.locations.get(principal, id);
  }

  /** @throws Problem 409 when the store number is taken */
  async create(principal: Principal, request: CreateLocationRequest): Promise<LocationResponse> {
    const { phone = null, timezone = this.config.DEFAULT_TIMEZONE } = request;
    return this.database
      .transaction(async (transaction) => {
        const id = await this.locations.insert(transaction, { ...request, phone, timezone });
        return this.locations.get(principal, id, transaction);
      })
      .catch(explainTakenStoreNumber);
  }

  /** @throws Problem 404, or 409 when the store number is taken */
  update(principal: Principal, id: string, changes: UpdateLocationRequest): Promise<LocationResponse> {
    return this.database
      .transaction(async (transaction) => {
        if (Object.keys(changes).length > 0) await this.locations.update(transaction, id, changes);
        return this.locations.get(principal, id, transaction);
      })
      .catch(explainTakenStoreNumber);
  }

  /** The location's tickets, tasks, projects and assignments go with it. @throws Problem 404 */
  async delete(id: string): Promise<void> {
    const deleted = await this.database.transaction((transaction) => this.locations.delete(transaction, id));
    if (!deleted) throw notFound();
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
