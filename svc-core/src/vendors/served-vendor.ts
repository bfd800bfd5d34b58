import { badRequest } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import { type Sql, sql } from '../database/sql.ts';
import { Vendor } from './vendor.entity.ts';

const servedAt = (locationId: string): Sql =>
  sql`(v.location_ids = '{}' OR ${locationId} = ANY (v.location_ids))`;

/**
 * The vendor, which is active, serves this location, and remains until the transaction ends.
 * @throws Problem 400 on `vendorId`
 */
export async function requireVendor(
  within: EntityManager,
  locationId: string,
  vendorId: string,
): Promise<Vendor> {
  const vendor = await within
    .createQueryBuilder(Vendor, 'v')
    .where(...sql`v.id = ${vendorId} AND v.active AND ${servedAt(locationId)}`.toCondition())
    .setLock('for_key_share')
    .getOne();
  if (!vendor) throw badRequest({ vendorId: ['There is no such active vendor for this location.'] });
  return vendor;
}

/**
 * The vendor of a ticket or equipment after a change: one that is new there is checked, and what moves leaves a vendor
 * that does not serve the new location, unless the change names one.
 * @throws Problem 400 on `vendorId`
 */
export async function vendorAfter(
  within: EntityManager,
  before: { locationId: string; vendorId: string | null },
  {
    locationId = before.locationId,
    vendorId,
  }: {
    locationId?: string | undefined;
    vendorId?: string | null | undefined;
  },
): Promise<Vendor | null> {
  const isMoved = locationId !== before.locationId;
  const after = vendorId === undefined ? before.vendorId : vendorId;
  if (after === null) return null;
  if (vendorId !== undefined && (isMoved || after !== before.vendorId)) {
    return requireVendor(within, locationId, after);
  }
  const stays = isMoved ? sql`v.id = ${after} AND ${servedAt(locationId)}` : sql`v.id = ${after}`;
  return within
    .createQueryBuilder(Vendor, 'v')
    .where(...stays.toCondition())
    .getOne();
}
