import { notFound, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { seesLocation } from '../assignments/sight.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { Page } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { Location } from './location.entity.ts';
import type { ListLocationsQuery, LocationResponse, UpdateLocationRequest } from './locations.schemas.ts';

type NewLocation = Omit<LocationResponse, 'id' | 'createdAt' | 'updatedAt'>;

const columns = sql`
  l.id, l.name, l.address, l.city, l.state, l.zip_code AS "zipCode", l.phone, l.store_number AS "storeNumber",
  l.status, l.timezone, l.created_at AS "createdAt", l.updated_at AS "updatedAt"`;
const table = sql`core.locations l`;
const inSight = (principal: Principal): Sql => seesLocation(principal, sql`l.id`);

/** The only SQL on locations. What the principal does not see is not there. */
@Injectable()
export class LocationsRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListLocationsQuery): Promise<Page<LocationResponse>> {
    return readPage(
      this.database,
      {
        columns,
        table,
        conditions: [inSight(principal)],
        sort: [sql`l.name`, sql`l.id`],
        direction: 'ASC',
        after: query.cursor,
        limit: query.limit,
        prepare: true,
      },
      (row: LocationResponse) => row,
      ({ name, id }) => [name, id],
    );
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<LocationResponse> {
    const [row] = await this.database.rows<LocationResponse>(
      sql`SELECT ${columns} FROM ${table} WHERE l.id = ${id} AND ${inSight(principal)}`,
      { prepare: true, ...(within && { within }) },
    );
    if (!row) throw notFound();
    return row;
  }

  /** The new location's id. */
  async insert(within: EntityManager, location: NewLocation): Promise<string> {
    const { id } = await within.save(Location, within.create(Location, location));
    return id;
  }

  async update(within: EntityManager, id: string, changes: UpdateLocationRequest): Promise<void> {
    await within.update(Location, id, changes);
  }

  /** Removes the location and all that belongs to it. Whether there was one. */
  async delete(within: EntityManager, id: string): Promise<boolean> {
    const { affected } = await within.delete(Location, id);
    return affected === 1;
  }
}
