import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { byName, search } from '../database/search.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertEntity, lockEntity, readEntity } from '../entities/entity-rows.ts';
import { changedAt } from '../changed-lists/changed-at.ts';
import { ofChanged, oldestChangeFirst } from '../changed-lists/changed-list.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { locationVisibleTo, vendorVisibleTo } from '../visibility/visible-to.ts';
import { Vendor } from './vendor.entity.ts';
import {
  type CreateVendorRequest,
  type ListVendorsQuery,
  type UpdateVendorRequest,
  type VendorResponse,
  vendorResponse,
} from './vendors.schemas.ts';

const listedRow = vendorResponse.extend(pageColumns);

const table = sql`core.vendors v`;
/** Removed locations, and those that are not visible, are left out. */
const columnsFor = (principal: Principal): Sql =>
  columnsOf(vendorResponse, 'v', {
    updatedAt: changedAt('v'),
    trades: sql`to_json(v.trades)`,
    locationIds: sql`to_json(ARRAY(
      SELECT l.id FROM core.locations l WHERE l.id = ANY (v.location_ids) AND ${locationVisibleTo(principal, sql`l.id`)}
      ORDER BY l.id))`,
    allLocations: sql`v.location_ids = '{}'`,
  });
const isVisible = (principal: Principal, id: string): Sql =>
  sql`v.id = ${id} AND ${vendorVisibleTo(principal)}`;

/** Reads and writes vendors. Those that serve no visible location behave as missing. */
@Injectable()
export class VendorsRepository {
  constructor(private readonly database: Database) {}

  /** By name. */
  list(principal: Principal, query: ListVendorsQuery): Promise<Page<VendorResponse>> {
    const conditions = [vendorVisibleTo(principal), ...filtersOf(principal, query)];
    return readPage(this.database, {
      row: listedRow,
      alias: 'v',
      columns: columnsFor(principal),
      table,
      conditions,
      total: countOf(table, conditions),
      ...(query.sort === undefined ? byNames : oldestChangeFirst('v')),
      query,
      prepare: false,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<VendorResponse>> {
    const vendor = sql`SELECT ${columnsFor(principal)} FROM ${table} WHERE ${isVisible(principal, id)}`;
    const { body, version } = await readEntity(this.database, vendorResponse, vendor, within);
    return { body: { ...body, version }, version };
  }

  /**
   * Locks the vendor against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Vendor> {
    return lockEntity(within, Vendor, 'for_no_key_update', 'v', isVisible(principal, id));
  }

  insert(within: EntityManager, vendor: CreateVendorRequest): Promise<string> {
    return insertEntity(within, Vendor, vendor);
  }

  async update(within: EntityManager, id: string, changes: UpdateVendorRequest): Promise<void> {
    await within.update(Vendor, id, changes);
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(Vendor, id);
  }
}

const byNames = {
  sort: [byName(sql`v.name`), sql`v.id`],
  direction: 'ASC' as const,
  keysOf: ({ name, id }: VendorResponse) => [name, id],
};

const filtersOf = (principal: Principal, query: ListVendorsQuery): Sql[] => {
  const { q, trade, locationId, active } = query;
  return [
    ...ofChanged('v', query),
    ...search(q, [sql`v.name`, sql`v.email`, sql`v.phone`]),
    ...(trade === undefined ? [] : [sql`${trade} = ANY (v.trades)`]),
    ...(active === undefined ? [] : [sql`v.active = ${active === 'true'}`]),
    ...(locationId === undefined
      ? []
      : [
          sql`(v.location_ids = '{}'
          OR ${locationId} = ANY (v.location_ids) AND ${locationVisibleTo(principal, sql`${locationId}::uuid`)})`,
        ]),
  ];
};
