import {
  brokenConstraint,
  CONFIG,
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Problem,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import { DeadlineRequests } from '../deadline-requests/deadline-requests.repository.ts';
import { Followers } from '../entities/followers.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import { keyOf } from '../fields/key-of.ts';
import { requireLimits } from '../fields/long-text.ts';
import { Removals } from '../removals/removals.ts';
import { LocationsRepository } from './locations.repository.ts';
import {
  type CreateLocationRequest,
  type LocationResponse,
  locationResponse,
  storedLocation,
  type UpdateLocationRequest,
} from './locations.schemas.ts';

/**
 * Business rules of locations (specification, sections 3 and 6). Only administrators may change them: see the
 * controller.
 */
@Injectable()
export class LocationsService {
  /** A location has another time zone. */
  readonly rezoned = new Followers<[locationId: string, from: string, to: string]>();
  /** A location is active again, or not archived any more. */
  readonly reopened = new Followers<[locationId: string]>();

  /** A location is archived. */
  readonly archived = new Followers<[locationId: string, by: string]>();

  constructor(
    private readonly database: Database,
    private readonly locations: LocationsRepository,
    private readonly removals: Removals,
    private readonly deadlineRequests: DeadlineRequests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Problem 409 when the store number or the external id is taken */
  async create(
    principal: Principal,
    request: CreateLocationRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<LocationResponse>> {
    const { body, version } = await this.database
      .once(principal, idempotentRequest, versioned(storedLocation), async (transaction) => {
        const id = await this.createWithin(transaction, request);
        return this.locations.get(principal, id, transaction);
      })
      .catch(explainTakenStoreNumber)
      .catch(this.locations.explainTaken(principal, request.externalId));
    return 'name' in body ? { body, version } : this.locations.get(principal, body.id);
  }

  /**
   * Creates one inside a transaction of the caller's.
   * @returns its id
   * @throws Problem 409 when the store number is taken
   */
  async createWithin(transaction: EntityManager, request: CreateLocationRequest): Promise<string> {
    const { phone = null, externalId = null, timezone = this.config.DEFAULT_TIMEZONE, storeNumber } = request;
    await this.requireFreeNumber(transaction, storeNumber);
    return this.locations.insert(transaction, { ...request, phone, externalId, timezone });
  }

  /**
   * When the time zone changes, schedules keep their date and time of day, and deadlines are computed again. While the
   * location is inactive, they create no tasks; occurrences missed meanwhile are skipped when it is active again.
   * @throws Problem 404, 409 when the store number or the external id is taken, 412
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateLocationRequest,
    precondition: Precondition,
  ): Promise<Versioned<LocationResponse>> {
    return this.database
      .transaction(async (transaction) => {
        await this.updateWithin(transaction, id, changes, precondition);
        return this.locations.get(principal, id, transaction);
      })
      .catch(explainTakenStoreNumber)
      .catch(this.locations.explainTaken(principal, changes.externalId));
  }

  /**
   * Changes one inside a transaction of the caller's.
   * @throws Problem 404, 409, 412
   */
  async updateWithin(
    transaction: EntityManager,
    id: string,
    changes: UpdateLocationRequest,
    precondition: Precondition,
  ): Promise<void> {
    const location = await this.locations.lock(transaction, id);
    precondition(location.version);
    requireLimits(location, changes, longFieldsOf(locationResponse));
    const { storeNumber = location.storeNumber } = changes;
    // Another spelling of its own is free.
    if (keyOf(storeNumber) !== keyOf(location.storeNumber))
      await this.requireFreeNumber(transaction, storeNumber);
    if (Object.keys(changes).length > 0) await this.locations.update(transaction, id, changes);
    if (changes.timezone !== undefined && changes.timezone !== location.timezone) {
      await this.rezoned.run(transaction, id, location.timezone, changes.timezone);
      await this.deadlineRequests.add(transaction, { locationId: id });
    }
    if (changes.status === 'active' && location.status === 'inactive') {
      await this.reopened.run(transaction, id);
    }
  }

  /** No list shows an archived location, so the message names it. */
  private async requireFreeNumber(transaction: EntityManager, storeNumber: string): Promise<void> {
    const found = await this.locations.withNumber(transaction, storeNumber);
    if (found) throw takenStoreNumber(found.archivedAt !== null);
  }

  /**
   * Takes the location out of lists and counts with all that belongs to it, of which nothing is changed: it takes no
   * new rows, and creates and notifies of nothing.
   * @throws Problem 404, 409 when it is archived already, 412
   */
  archive(
    principal: Principal,
    id: string,
    precondition: Precondition,
  ): Promise<Versioned<LocationResponse>> {
    return this.setArchived(principal, id, true, precondition);
  }

  /**
   * Brings an archived location back. Occurrences missed meanwhile are skipped.
   * @throws Problem 404, 409 when it is not archived, 412
   */
  restore(
    principal: Principal,
    id: string,
    precondition: Precondition,
  ): Promise<Versioned<LocationResponse>> {
    return this.setArchived(principal, id, false, precondition);
  }

  private setArchived(
    principal: Principal,
    id: string,
    isArchived: boolean,
    precondition: Precondition,
  ): Promise<Versioned<LocationResponse>> {
    return this.database.transaction(async (transaction) => {
      // Whoever is adding something to it comes before or after.
      const { version, archivedAt } = await this.locations.lockAgainstReferences(transaction, id);
      precondition(version);
      if ((archivedAt !== null) === isArchived) {
        throw conflict(
          isArchived ? 'already_archived' : 'not_archived',
          isArchived ? 'This location is archived already.' : 'This location is not archived.',
        );
      }
      await this.locations.setArchived(transaction, id, isArchived);
      if (isArchived) await this.archived.run(transaction, id, principal.userId);
      else {
        await this.reopened.run(transaction, id);
        await this.deadlineRequests.add(transaction, { locationId: id });
      }
      return this.locations.get(principal, id, transaction);
    });
  }

  /**
   * Also removes the location's tickets, tasks, projects and assignments; they are invisible at once.
   * @throws Problem 404, 412
   */
  delete(_principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const { version } = await this.locations.lockAgainstReferences(transaction, id);
      precondition(version);
      await this.removals.begin(transaction, 'location', id);
    });
  }
}

function takenStoreNumber(isArchived: boolean): Problem {
  const sentence = isArchived
    ? 'An archived location has this store number. Restore it, or use another number.'
    : 'Another location already has this store number.';
  return conflict('store_number_taken', sentence, { storeNumber: [sentence] });
}

/**
 * For two at once.
 * @throws Problem 409 for a taken store number, otherwise the error itself
 */
export function explainTakenStoreNumber(error: unknown): never {
  throw brokenConstraint(error)?.constraint.startsWith('uq_locations_store_number')
    ? takenStoreNumber(false)
    : error;
}
