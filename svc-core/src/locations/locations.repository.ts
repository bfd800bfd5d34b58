import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { byName, search } from '../database/search.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertEntity, lockEntity, readEntity, versionColumn } from '../entities/entity-rows.ts';
import { changedAt } from '../changed-lists/changed-at.ts';
import { ofChanged, oldestChangeFirst } from '../changed-lists/changed-list.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { explainTakenBy } from '../external-ids/external-id.ts';
import { spelled } from '../external-ids/external-id-filter.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { locationVisibleTo } from '../visibility/visible-to.ts';
import { Location } from './location.entity.ts';
import {
  type ListLocationsQuery,
  type LocationResponse,
  locationResponse,
  type UpdateLocationRequest,
} from './locations.schemas.ts';

const listedRow = locationResponse.extend(pageColumns);
const versionedRow = locationResponse.extend(versionColumn);

type NewLocation = Omit<LocationResponse, 'id' | 'archivedAt' | 'managers' | 'createdAt' | 'updatedAt'>;

const managers = sql`
  (SELECT coalesce(json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name)
     ORDER BY u.last_name, u.first_name, u.id), '[]')
   FROM core.manager_assignments m JOIN auth.users u ON u.id = m.manager_id
   WHERE m.location_id = l.id AND u.role = 'district_manager')`;
const columnsFor = ({ role }: Principal): Sql =>
  columnsOf(locationResponse, 'l', {
    updatedAt: changedAt('l'),
    managers: role === 'admin' ? managers : sql`NULL::json`,
  });
const table = sql`core.locations l`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`l.id`);
const isPresent = (id: string): Sql => sql`l.id = ${id} AND l.removed_at IS NULL`;

const byNames = {
  sort: [byName(sql`l.name`), sql`l.id`],
  direction: 'ASC' as const,
  keysOf: ({ name, id }: LocationResponse) => [name, id],
};

/** Archived ones, or those that are not; those that are asked for by their ids may be either. */
function archivedOr({ archived, externalId, ids }: ListLocationsQuery): Sql[] {
  if (archived) return [sql`l.archived_at IS NOT NULL`];
  return archived === undefined && (externalId ?? ids) !== undefined ? [] : [sql`l.archived_at IS NULL`];
}

/** Reads and writes locations. Rows outside the caller's scope behave as missing. */
@Injectable()
export class LocationsRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListLocationsQuery): Promise<Page<LocationResponse>> {
    const searched = [sql`l.name`, sql`l.city`, sql`l.store_number`];
    const conditions = [
      visibleTo(principal),
      ...archivedOr(query),
      ...spelled(sql`l.external_id`, query.externalId),
      ...ofChanged('l', query),
      ...search(query.q, searched),
    ];
    return readPage(this.database, {
      row: listedRow,
      alias: 'l',
      columns: columnsFor(principal),
      table,
      conditions,
      total: countOf(table, conditions),
      ...(query.sort === undefined ? byNames : oldestChangeFirst('l')),
      query,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<LocationResponse>> {
    const location = sql`
      SELECT ${columnsFor(principal)}, l.version FROM ${table} WHERE l.id = ${id} AND ${visibleTo(principal)}`;
    return readEntity(this.database, versionedRow, location, within);
  }

  /**
   * Locks the location against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, id: string): Promise<Location> {
    return lockEntity(within, Location, 'for_no_key_update', 'l', isPresent(id));
  }

  /**
   * Also locks it against new references.
   * @throws Problem 404
   */
  lockAgainstReferences(within: EntityManager, id: string): Promise<Location> {
    return lockEntity(within, Location, 'pessimistic_write', 'l', isPresent(id));
  }

  /** The location that has a store number in whatever spelling; rather one that is not archived. */
  withNumber(within: EntityManager, storeNumber: string): Promise<Location | null> {
    return within
      .createQueryBuilder(Location, 'l')
      .where('core.key_of(l.store_number) = core.key_of(:storeNumber) AND l.removed_at IS NULL', {
        storeNumber,
      })
      .orderBy('l.archivedAt', 'ASC', 'NULLS FIRST')
      .getOne();
  }

  insert(within: EntityManager, location: NewLocation): Promise<string> {
    return insertEntity(within, Location, location);
  }

  /** Explains why a request with this external id failed: see {@link explainTakenBy}. */
  explainTaken(principal: Principal, externalId: string | null | undefined) {
    const visible = sql`core.locations o WHERE ${locationVisibleTo(principal, sql`o.id`)}`;
    return explainTakenBy(this.database, externalId, visible);
  }

  async update(within: EntityManager, id: string, changes: UpdateLocationRequest): Promise<void> {
    await within.update(Location, id, changes);
  }

  async setArchived(within: EntityManager, id: string, isArchived: boolean): Promise<void> {
    await within.update(Location, id, { archivedAt: isArchived ? () => 'now()' : null });
  }
}
