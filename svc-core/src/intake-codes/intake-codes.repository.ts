import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { foundEntity, insertEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { countOf, newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { locationListedTo, locationVisibleTo } from '../visibility/visible-to.ts';
import { IntakeCode } from './intake-code.entity.ts';
import {
  type CreateIntakeCodeRequest,
  type IntakeCodeResponse,
  intakeCodeResponse,
  type ListIntakeCodesQuery,
  type UpdateIntakeCodeRequest,
} from './intake-codes.schemas.ts';

const listedRow = intakeCodeResponse.extend(pageColumns);

const columns = columnsOf(intakeCodeResponse, 'c', { location: 'l', equipment: 'e' });
const table = sql`core.intake_codes c`;
const joins = sql`
  JOIN core.locations l ON l.id = c.location_id LEFT JOIN core.equipment e ON e.id = c.equipment_id`;
/** Codes of removed equipment are hidden until they are deleted. */
const isPresent = sql`
  NOT EXISTS (SELECT FROM core.equipment_removals r WHERE r.equipment_id = c.equipment_id)`;
const isVisible = (principal: Principal, id: string): Sql =>
  sql`c.id = ${id} AND ${locationVisibleTo(principal, sql`c.location_id`)} AND ${isPresent}`;

/** Reads and writes codes, never with their secrets. Rows outside the caller's scope behave as missing. */
@Injectable()
export class IntakeCodesRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListIntakeCodesQuery): Promise<Page<IntakeCodeResponse>> {
    const { locationId, equipmentId } = query;
    const conditions = [locationListedTo(principal, sql`c.location_id`), isPresent];
    if (locationId !== undefined) conditions.push(sql`c.location_id = ${locationId}`);
    if (equipmentId !== undefined) conditions.push(sql`c.equipment_id = ${equipmentId}`);
    return readPage(this.database, {
      row: listedRow,
      alias: 'c',
      columns,
      table,
      joins,
      conditions,
      total: countOf(table, conditions),
      ...newestFirst('c'),
      query,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within: EntityManager): Promise<Versioned<IntakeCodeResponse>> {
    const code = within
      .createQueryBuilder(IntakeCode, 'c')
      .innerJoinAndSelect('c.location', 'l')
      .leftJoinAndSelect('c.equipment', 'e')
      .where(...isVisible(principal, id).toCondition());
    return foundEntity(intakeCodeResponse, await code.getOne());
  }

  /**
   * Locks the code against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<IntakeCode> {
    return lockEntity(within, IntakeCode, 'for_no_key_update', 'c', isVisible(principal, id));
  }

  insert(
    within: EntityManager,
    { userId }: Principal,
    { locationId, equipmentId, label = null }: CreateIntakeCodeRequest,
    codeHash: Buffer,
  ): Promise<string> {
    return insertEntity(within, IntakeCode, { locationId, equipmentId, label, codeHash, createdBy: userId });
  }

  async update(within: EntityManager, id: string, changes: UpdateIntakeCodeRequest): Promise<void> {
    await within.update(IntakeCode, id, changes);
  }

  /** Replaces the secret. A suspension was of the one before. */
  async rotate(within: EntityManager, id: string, codeHash: Buffer): Promise<void> {
    await within.update(IntakeCode, id, { codeHash, rotatedAt: () => 'now()', suspendedUntil: null });
  }

  /** Moves the codes of a piece of equipment to its new location. */
  async move(within: EntityManager, equipmentId: string, locationId: string): Promise<void> {
    await within.update(IntakeCode, { equipmentId }, { locationId });
  }
}
