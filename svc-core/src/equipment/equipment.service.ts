import {
  brokenConstraint,
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { Followers } from '../entities/followers.ts';
import { BATCH_SIZE, Removals } from '../removals/removals.ts';
import { requireVendor, vendorAfter } from '../vendors/served-vendor.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { EquipmentRepository } from './equipment.repository.ts';
import {
  type CreateEquipmentRequest,
  type EquipmentResponse,
  storedEquipment,
  type UpdateEquipmentRequest,
} from './equipment.schemas.ts';

/** Business rules of the equipment of stores. Only administrators may remove it: see the controller. */
@Injectable()
export class EquipmentService {
  /** Equipment is at another location. */
  readonly moved = new Followers<[equipmentId: string, locationId: string]>();

  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly equipment: EquipmentRepository,
    private readonly removals: Removals,
  ) {}

  /** @throws Problem 400 for a location or vendor that is unknown or not visible, 409 when serial or external id is taken */
  async create(
    principal: Principal,
    request: CreateEquipmentRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<EquipmentResponse>> {
    const { body, version } = await this.database
      .once(principal, idempotentRequest, versioned(storedEquipment), async (transaction) => {
        const id = await this.createWithin(transaction, principal, request);
        return this.equipment.get(principal, id, transaction);
      })
      .catch(explainTakenSerial)
      .catch(this.equipment.explainTaken(principal, request.externalId));
    return 'name' in body ? { body, version } : this.equipment.get(principal, body.id);
  }

  /**
   * Creates one inside a transaction of the caller's.
   * @throws Problem 400 as {@link create}
   */
  async createWithin(
    transaction: EntityManager,
    principal: Principal,
    request: CreateEquipmentRequest,
  ): Promise<string> {
    const { locationId, vendorId = null } = request;
    await this.visibility.requireLocation(transaction, principal, locationId);
    if (vendorId !== null) await requireVendor(transaction, locationId, vendorId);
    return this.equipment.insert(transaction, request);
  }

  /**
   * Its codes move to a new location with it, because the stickers do. Its tickets stay where they are. It leaves a
   * vendor that does not serve there.
   * @throws Problem 404, 409 when the serial or the external id is taken, 412, or 400 when the new location is unknown or not visible, or
   *   the vendor is none of it
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateEquipmentRequest,
    precondition: Precondition,
  ): Promise<Versioned<EquipmentResponse>> {
    return this.database
      .transaction(async (transaction) => {
        await this.updateWithin(transaction, principal, id, changes, precondition);
        return this.equipment.get(principal, id, transaction);
      })
      .catch(explainTakenSerial)
      .catch(this.equipment.explainTaken(principal, changes.externalId));
  }

  /**
   * Changes one inside a transaction of the caller's.
   * @throws Problem 400, 404, 412 as {@link update}
   */
  async updateWithin(
    transaction: EntityManager,
    principal: Principal,
    id: string,
    changes: UpdateEquipmentRequest,
    precondition: Precondition,
  ): Promise<void> {
    const equipment = await this.equipment.lock(transaction, principal, id);
    precondition(equipment.version);
    const { locationId = equipment.locationId } = changes;
    if (locationId !== equipment.locationId) {
      await this.visibility.requireLocation(transaction, principal, locationId);
      await this.moved.run(transaction, id, locationId);
    }
    const vendor = await vendorAfter(transaction, equipment, changes);
    const vendorId = vendor?.id ?? null;
    const all = vendorId === equipment.vendorId ? changes : { ...changes, vendorId };
    if (Object.keys(all).length > 0) await this.equipment.update(transaction, id, all);
  }

  /**
   * Its codes are removed; its tickets stay, without equipment: at once, however many.
   * @throws Problem 404, 412
   */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const isSmall = await this.equipment.lockTickets(transaction, principal, id, BATCH_SIZE);
      const { version } = await this.equipment.lockAgainstReferences(transaction, principal, id);
      precondition(version);
      if (isSmall) await this.removals.begin(transaction, 'equipment', id);
      else await this.removals.hide(transaction, 'equipment', id);
    });
  }
}

/** @throws Problem 409 for a serial that is taken; the error itself otherwise */
export function explainTakenSerial(error: unknown): never {
  if (brokenConstraint(error)?.constraint.startsWith('uq_equipment_location_id_serial')) {
    const sentence = 'Other equipment of this location already has this serial number.';
    throw conflict('serial_taken', sentence, { serial: [sentence] });
  }
  throw error;
}
