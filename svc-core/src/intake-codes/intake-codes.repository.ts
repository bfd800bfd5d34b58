import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { locationVisibleTo } from '../assignments/visibility-checks.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertEntity, lockEntity, readEntity } from '../entities/entity-rows.ts';
import { countOf, newestFirst, pageColumns, readPage } from '../lists/read-page.ts';
import { IntakeCode } from './intake-code.entity.ts';
import {
  type CreateIntakeCodeRequest,
  type IntakeCodeResponse,
  intakeCodeResponse,
  type ListIntakeCodesQuery,
  type UpdateIntakeCodeRequest,
} from './intake-codes.schemas.ts';

const codeRow = intakeCodeResponse.omit({ location: true, equipment: true }).extend({
  locationName: z.string(),
  storeNumber: z.string(),
  equipmentName: z.string().nullable(),
});
type CodeRow = z.infer<typeof codeRow>;
const listedRow = codeRow.extend(pageColumns);
const versionedRow = codeRow.extend({ version: z.int() });

const columns = sql`
  c.id, c.location_id AS "locationId", c.equipment_id AS "equipmentId", c.label, c.active,
  c.suspended_until AS "suspendedUntil", c.created_by AS "createdBy", c.created_at AS "createdAt",
  c.rotated_at AS "rotatedAt", c.last_used_at AS "lastUsedAt", l.name AS "locationName",
  l.store_number AS "storeNumber", e.name AS "equipmentName"`;
const table = sql`core.intake_codes c`;
const joins = sql`
  JOIN core.locations l ON l.id = c.location_id LEFT JOIN core.equipment e ON e.id = c.equipment_id`;
/** Codes of removed equipment are hidden until they are deleted. */
const visibleTo = (principal: Principal): Sql => sql`(
  ${locationVisibleTo(principal, sql`c.location_id`)}
  AND NOT EXISTS (SELECT FROM core.equipment_removals r WHERE r.equipment_id = c.equipment_id))`;
const isVisible = (principal: Principal, id: string): Sql => sql`c.id = ${id} AND ${visibleTo(principal)}`;

/** Reads and writes codes, never with their secrets. Rows outside the caller's scope behave as missing. */
@Injectable()
export class IntakeCodesRepository {
  constructor(
    @InjectRepository(IntakeCode) private readonly codes: Repository<IntakeCode>,
    private readonly database: Database,
  ) {}

  list(principal: Principal, query: ListIntakeCodesQuery): Promise<Page<IntakeCodeResponse>> {
    const { locationId, equipmentId } = query;
    const conditions = [visibleTo(principal)];
    if (locationId !== undefined) conditions.push(sql`c.location_id = ${locationId}`);
    if (equipmentId !== undefined) conditions.push(sql`c.equipment_id = ${equipmentId}`);
    return readPage(this.database, {
      row: listedRow,
      alias: sql`c`,
      octets: { ofRow: sql`coalesce(octet_length(c.label), 0)` },
      columns,
      table,
      joins,
      conditions,
      total: countOf(table, conditions),
      ...newestFirst(sql`c`),
      query,
      toItem: toIntakeCodeResponse,
    });
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within: EntityManager): Promise<Versioned<IntakeCodeResponse>> {
    const code = sql`SELECT ${columns}, c.version FROM ${table} ${joins} WHERE ${isVisible(principal, id)}`;
    return readEntity(this.database, versionedRow, code, toIntakeCodeResponse, within);
  }

  /** Locks the code against changes until the transaction ends. @throws Problem 404 */
  lock(within: EntityManager, principal: Principal, id: string): Promise<IntakeCode> {
    return lockEntity(within, this.codes, 'for_no_key_update', 'c', isVisible(principal, id));
  }

  insert(
    within: EntityManager,
    { userId }: Principal,
    { locationId, equipmentId, label = null }: CreateIntakeCodeRequest,
    codeHash: Buffer,
  ): Promise<string> {
    return insertEntity(within, this.codes, { locationId, equipmentId, label, codeHash, createdBy: userId });
  }

  async update(within: EntityManager, id: string, changes: UpdateIntakeCodeRequest): Promise<void> {
    await within.withRepository(this.codes).update(id, changes);
  }

  /** Replaces the secret. A suspension was of the one before. */
  async rotate(within: EntityManager, id: string, codeHash: Buffer): Promise<void> {
    await within
      .withRepository(this.codes)
      .update(id, { codeHash, rotatedAt: () => 'now()', suspendedUntil: null });
  }

  /** Moves the codes of a piece of equipment to its new location. */
  async move(within: EntityManager, equipmentId: string, locationId: string): Promise<void> {
    await within.withRepository(this.codes).update({ equipmentId }, { locationId });
  }
}

const toIntakeCodeResponse = ({
  locationName,
  storeNumber,
  equipmentName,
  ...row
}: CodeRow): IntakeCodeResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName, storeNumber },
  equipment:
    row.equipmentId === null || equipmentName === null ? null : { id: row.equipmentId, name: equipmentName },
});
