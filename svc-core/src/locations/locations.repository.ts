import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository } from 'typeorm';
import { locationVisibleTo } from '../assignments/visibility-checks.ts';
import { Database } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { Page } from '../lists/page.ts';
import { countOf, pageColumns, readPage } from '../lists/read-page.ts';
import { Location } from './location.entity.ts';
import {
  type ListLocationsQuery,
  type LocationResponse,
  locationResponse,
  type UpdateLocationRequest,
} from './locations.schemas.ts';

const locationRow = locationResponse.extend(pageColumns);

type NewLocation = Omit<LocationResponse, 'id' | 'createdAt' | 'updatedAt'>;

/** Fields needed to validate an update. */
export type LockedLocation = Pick<Location, 'timezone' | 'address' | 'version'>;

const columns = sql`
  l.id, l.name, l.address, l.city, l.state, l.zip_code AS "zipCode", l.phone, l.store_number AS "storeNumber",
  l.status, l.timezone, l.created_at AS "createdAt", l.updated_at AS "updatedAt"`;
const table = sql`core.locations l`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`l.id`);

/**
 * Reads and writes locations. Rows outside the caller's scope behave as missing. Lists are SQL, because TypeORM's query
 * builder halves their throughput (docs/decisions/0019).
 */
@Injectable()
export class LocationsRepository {
  constructor(
    @InjectRepository(Location) private readonly locations: Repository<Location>,
    private readonly database: Database,
  ) {}

  list(principal: Principal, query: ListLocationsQuery): Promise<Page<LocationResponse>> {
    const conditions = [visibleTo(principal)];
    if (query.q !== undefined) {
      const pattern = containing(query.q);
      conditions.push(
        sql`(l.name ILIKE ${pattern} OR l.city ILIKE ${pattern} OR l.store_number ILIKE ${pattern})`,
      );
    }
    return readPage(
      this.database,
      {
        row: locationRow,
        alias: sql`l`,
        octets: { ofRow: sql`octet_length(l.address)` },
        columns,
        table,
        conditions,
        total: countOf(table, conditions),
        sort: [sql`l.name`, sql`l.id`],
        direction: 'ASC',
        after: query.cursor,
        limit: query.limit,
        prepare: true,
      },
      (row): LocationResponse => row,
      ({ name, id }) => [name, id],
    );
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<LocationResponse>> {
    const location = await (within?.withRepository(this.locations) ?? this.locations)
      .createQueryBuilder('l')
      .where(...sql`l.id = ${id} AND ${visibleTo(principal)}`.toCondition())
      .getOne();
    if (!location) throw notFound();
    return {
      body: {
        id: location.id,
        name: location.name,
        address: location.address,
        city: location.city,
        state: location.state,
        zipCode: location.zipCode,
        phone: location.phone,
        storeNumber: location.storeNumber,
        status: location.status,
        timezone: location.timezone,
        createdAt: location.createdAt.toISOString(),
        updatedAt: location.updatedAt.toISOString(),
      },
      version: location.version,
    };
  }

  /** Locks the location against changes until the transaction ends. @throws Problem 404 */
  lock(within: EntityManager, id: string): Promise<LockedLocation> {
    return this.lockIn('for_no_key_update', within, id);
  }

  /**
   * Also locks it against new references: waits for transactions that refer to it, and blocks new ones. @throws Problem
   * 404
   */
  lockForRemoval(within: EntityManager, id: string): Promise<LockedLocation> {
    return this.lockIn('pessimistic_write', within, id);
  }

  /** Returns the new location's id. */
  async insert(within: EntityManager, location: NewLocation): Promise<string> {
    const locations = within.withRepository(this.locations);
    const { id } = await locations.save(locations.create(location));
    return id;
  }

  async update(within: EntityManager, id: string, changes: UpdateLocationRequest): Promise<void> {
    await within.withRepository(this.locations).update(id, changes);
  }

  private async lockIn(
    mode: 'for_no_key_update' | 'pessimistic_write',
    within: EntityManager,
    id: string,
  ): Promise<LockedLocation> {
    const location = await within
      .withRepository(this.locations)
      .findOne({ where: { id, removedAt: IsNull() }, lock: { mode } });
    if (!location) throw notFound();
    return location;
  }
}
