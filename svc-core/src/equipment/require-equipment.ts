import { badRequest } from '@mainstay/service-kit';
import { type EntityManager, IsNull } from 'typeorm';
import { Equipment } from './equipment.entity.ts';

/**
 * The equipment is of this location, and remains until the transaction ends.
 * @throws Problem 400 on `equipmentId`
 */
export async function requireEquipment(
  within: EntityManager,
  locationId: string,
  equipmentId: string,
): Promise<void> {
  const found = await within.findOne(Equipment, {
    select: { id: true },
    where: { id: equipmentId, locationId, removedAt: IsNull() },
    lock: { mode: 'for_key_share' },
  });
  if (!found) throw badRequest({ equipmentId: ['There is no such equipment at this location.'] });
}
