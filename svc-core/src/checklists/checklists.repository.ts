import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { byName } from '../database/search.ts';
import { sql } from '../database/sql.ts';
import { foundEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { Checklist } from './checklist.entity.ts';
import { type ChecklistResponse, checklistResponse, type ListChecklistsQuery } from './checklists.schemas.ts';

const listedRow = checklistResponse.extend(pageColumns);
const columns = columnsOf(checklistResponse, 'c');
const table = sql`core.checklists c`;

/** Reads and writes checklists, which everybody sees. */
@Injectable()
export class ChecklistsRepository {
  constructor(private readonly database: Database) {}

  /** By name. */
  list(_principal: Principal, query: ListChecklistsQuery): Promise<Page<ChecklistResponse>> {
    const conditions = query.active === undefined ? [] : [sql`c.active = ${query.active === 'true'}`];
    return readPage(this.database, {
      row: listedRow,
      alias: 'c',
      columns,
      table,
      conditions,
      total: countOf(table, conditions),
      octets: { ofRow: sql`octet_length(c.steps::text)` },
      sort: [byName(sql`c.name`), sql`c.id`],
      direction: 'ASC',
      query,
      prepare: false,
      toItem: ownFields,
      keysOf: ({ name, id }) => [name, id],
    });
  }

  /** @throws Problem 404 */
  async get(
    _principal: Principal,
    id: string,
    within = this.database.entities,
  ): Promise<Versioned<ChecklistResponse>> {
    return foundEntity(checklistResponse, await within.findOneBy(Checklist, { id }));
  }

  /**
   * Locks it against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, id: string): Promise<Checklist> {
    return lockEntity(within, Checklist, 'for_no_key_update', 'c', sql`c.id = ${id}`);
  }
}
