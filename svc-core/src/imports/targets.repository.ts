import { responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { versionColumn } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { type CreateEquipmentRequest, equipmentResponse } from '../equipment/equipment.schemas.ts';
import { locationResponse } from '../locations/locations.schemas.ts';

const storeRow = locationResponse
  .omit({ managers: true, createdAt: true, updatedAt: true })
  .extend(versionColumn);
const machineRow = equipmentResponse
  .pick({
    id: true,
    locationId: true,
    name: true,
    category: true,
    status: true,
    manufacturer: true,
    model: true,
    serial: true,
    installedOn: true,
    warrantyUntil: true,
    replacementCost: true,
    vendorId: true,
    notes: true,
    externalId: true,
  })
  .extend(versionColumn);
const managerRow = z.object({ id: responseId, email: z.string(), locationIds: z.array(z.string()) });
const vendorRow = z.object({
  id: responseId,
  name: z.string(),
  active: z.boolean(),
  locationIds: z.array(z.string()),
});

export type StoreToImport = z.infer<typeof storeRow>;
export type MachineToImport = z.infer<typeof machineRow>;
export type VendorToImport = z.infer<typeof vendorRow>;

/** Equipment of the stores of one file. */
export const MOST_EQUIPMENT = 50_000;

/** Reads what rows of a file may mean. In SQL: names and numbers are compared as keys, and many rows at once. */
@Injectable()
export class TargetsRepository {
  constructor(private readonly database: Database) {}

  /** Stores with these numbers, which are keys without their leading zeros. */
  stores(numbers: readonly string[]): Promise<StoreToImport[]> {
    return this.database.rows(
      storeRow,
      sql`SELECT ${columnsOf(storeRow, 'l')} FROM core.locations l
          WHERE l.removed_at IS NULL AND ltrim(core.key_of(l.store_number), '0') = ANY (${numbers})`,
    );
  }

  /** At most one more than {@link MOST_EQUIPMENT}. */
  equipmentOf(locationIds: readonly string[]): Promise<MachineToImport[]> {
    return this.database.rows(
      machineRow,
      sql`SELECT ${columnsOf(machineRow, 'e')} FROM core.equipment e
          WHERE e.removed_at IS NULL AND e.location_id = ANY (${locationIds}) ORDER BY e.id LIMIT ${MOST_EQUIPMENT + 1}`,
    );
  }

  /** Whether a location has equipment of this serial or, without one, of this name and without a serial. */
  async hasEquipment(
    within: EntityManager,
    { locationId, name, serial = null }: Pick<CreateEquipmentRequest, 'locationId' | 'name' | 'serial'>,
  ): Promise<boolean> {
    const isSame =
      serial === null
        ? sql`e.serial IS NULL AND core.key_of(e.name) = core.key_of(${name})`
        : sql`core.key_of(e.serial) = core.key_of(${serial})`;
    const found = await this.database.rows(
      z.object({ id: responseId }),
      sql`SELECT e.id FROM core.equipment e
          WHERE e.removed_at IS NULL AND e.location_id = ${locationId} AND ${isSame} LIMIT 1`,
      { within },
    );
    return found.length > 0;
  }

  /**
   * All active district managers, with their e-mails in lower case: a file may name more e-mails than there are
   * people.
   */
  managers(): Promise<z.infer<typeof managerRow>[]> {
    return this.database.rows(
      managerRow,
      sql`SELECT u.id, lower(u.email) AS email,
            coalesce((SELECT json_agg(a.location_id) FROM core.manager_assignments a WHERE a.manager_id = u.id), '[]') AS "locationIds"
          FROM auth.users u WHERE u.active AND u.role = 'district_manager'`,
    );
  }

  /** All vendors: some hundreds at most. */
  vendors(): Promise<VendorToImport[]> {
    return this.database.rows(
      vendorRow,
      sql`SELECT v.id, v.name, v.active, to_json(v.location_ids) AS "locationIds" FROM core.vendors v`,
    );
  }
}
