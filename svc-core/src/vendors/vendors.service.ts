import {
  badRequest,
  brokenConstraint,
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager, IsNull } from 'typeorm';
import { Database } from '../database/database.ts';
import { Followers } from '../entities/followers.ts';
import { Location } from '../locations/location.entity.ts';
import { VendorsRepository } from './vendors.repository.ts';
import {
  type CreateVendorRequest,
  type UpdateVendorRequest,
  type VendorResponse,
  vendorResponse,
} from './vendors.schemas.ts';

/** Business rules of vendors. Only administrators may change them: see the controller. */
@Injectable()
export class VendorsService {
  /** A vendor is not active any more. */
  readonly deactivated = new Followers<[vendorId: string, by: string]>();

  constructor(
    private readonly database: Database,
    private readonly vendors: VendorsRepository,
  ) {}

  /** @throws Problem 400 when a location does not exist, 409 when the name is taken */
  create(
    principal: Principal,
    request: CreateVendorRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<VendorResponse>> {
    return this.database
      .once(principal, idempotentRequest, versioned(vendorResponse), async (transaction) => {
        await requireLocations(transaction, request.locationIds);
        const id = await this.vendors.insert(transaction, request);
        return this.vendors.get(principal, id, transaction);
      })
      .catch(explain);
  }

  /**
   * One that is deactivated loses its work.
   * @throws Problem 400 when a location does not exist, 404, 409 when the name is taken, 412
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateVendorRequest,
    precondition: Precondition,
  ): Promise<Versioned<VendorResponse>> {
    return this.database
      .transaction(async (transaction) => {
        const { version, active } = await this.vendors.lock(transaction, principal, id);
        precondition(version);
        await requireLocations(transaction, changes.locationIds ?? []);
        if (Object.keys(changes).length > 0) await this.vendors.update(transaction, id, changes);
        if (active && changes.active === false) await this.deactivated.run(transaction, id, principal.userId);
        return this.vendors.get(principal, id, transaction);
      })
      .catch(explain);
  }

  /** @throws Problem 404, 409 when a ticket, cost or equipment names it, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database
      .transaction(async (transaction) => {
        const { version } = await this.vendors.lock(transaction, principal, id);
        precondition(version);
        await this.vendors.delete(transaction, id);
      })
      .catch(explain);
  }
}

async function requireLocations(within: EntityManager, ids: string[]): Promise<void> {
  const found = ids.length === 0 ? 0 : await within.countBy(Location, { id: Any(ids), removedAt: IsNull() });
  if (found < ids.length) throw badRequest({ locationIds: ['One of these locations does not exist.'] });
}

function explain(error: unknown): never {
  const constraint = brokenConstraint(error)?.constraint;
  if (constraint?.startsWith('uq_vendors_name')) {
    const sentence = 'Another vendor already has this name.';
    throw conflict('name_taken', sentence, { name: [sentence] });
  }
  if (constraint?.endsWith('_vendor_id')) {
    throw conflict('in_use', 'A ticket, a cost or equipment names this vendor. Deactivate it instead.');
  }
  throw error;
}
