import { Injectable } from '@nestjs/common';
import { requireEquipment } from '../../equipment/require-equipment.ts';
import { ticketAfter, type TicketChange, type TicketRule } from '../ticket-change.ts';

interface Placed {
  locationId: string;
  equipmentId: string | null;
}

/**
 * The equipment of a ticket after a change: a ticket that moves to another location leaves its equipment, unless the
 * change names some. `mustBeChecked` says whether it is new there, and so has to be of the ticket's location.
 */
export function equipmentAfter(
  before: Placed,
  { locationId = before.locationId, equipmentId }: Partial<Placed>,
): { equipmentId: string | null; mustBeChecked: boolean } {
  const isMoved = locationId !== before.locationId;
  const after = equipmentId === undefined ? (isMoved ? null : before.equipmentId) : equipmentId;
  return {
    equipmentId: after,
    mustBeChecked: after !== null && (isMoved || after !== before.equipmentId),
  };
}

/** A ticket is about equipment of its own location. */
@Injectable()
export class EquipmentRule implements TicketRule {
  /** @throws Problem 400 on `equipmentId` */
  async decide(change: TicketChange): Promise<void> {
    const { within, before, asked, after } = change;
    const { equipmentId, mustBeChecked } = equipmentAfter(before, asked);
    if (equipmentId !== null && mustBeChecked)
      await requireEquipment(within, ticketAfter(change).locationId, equipmentId);
    if (equipmentId !== before.equipmentId) after.equipmentId = equipmentId;
  }
}
