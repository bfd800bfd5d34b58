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
