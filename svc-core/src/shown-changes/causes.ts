import type { Change } from '@mainstay/service-kit';

/** The parts of an audit entry that say whose rows are concerned. */
export interface Entry {
  id: string;
  equipmentIds: string[];
  managerId: string | null;
  locationId: string | null;
}

/** Ids of rows of which something is shown elsewhere. */
export interface Causes {
  /** Where they are shown by name: in tickets, costs and equipment. */
  locations: string[];
  vendors: string[];
  /** In tickets. */
  equipment: string[];
  removedTickets: string[];
  /** Who assigned employees are, or whether they can open the ticket. */
  users: string[];
  assignments: { managerId: string; locationId: string }[];
  /** In costs. */
  tickets: string[];
  /** In the equipment that they are of. */
  countedEquipment: string[];
  /** In the locations that vendors serve. */
  removedLocations: string[];
}

const shownFields: Record<string, readonly string[] | undefined> = {
  location: ['name', 'timezone', 'storeNumber', 'removedAt'],
  vendor: ['name'],
  equipment: ['name', 'category', 'warrantyUntil', 'removedAt', 'locationId'],
  user: ['firstName', 'lastName', 'active', 'role'],
  ticket: ['title', 'status', 'equipmentId', 'locationId'],
};
/** Of a ticket, by which equipment counts it. */
const counts = ['status', 'equipmentId', 'locationId'];
const always = new Set(['manager_assignment', 'intake_code']);

/** Whether the responses of other rows show what changed. */
export const isCause = ({ entity, action, fields }: Change): boolean => {
  if (always.has(entity)) return true;
  const shown = shownFields[entity];
  if (shown === undefined) return false;
  // Nothing shows what is new, but the equipment of a ticket.
  if (action === 'create') return entity === 'ticket' && fields.includes('equipmentId');
  return action === 'delete' || fields.some((field) => shown.includes(field));
};

/** @param entries of the changes, by their ids */
export function causesOf(changes: readonly Change[], entries: ReadonlyMap<string, Entry>): Causes {
  const of = (entity: string, more: (change: Change) => boolean = () => true) =>
    changes.filter((change) => change.entity === entity && more(change));
  const idsOf = (entity: string, more?: (change: Change) => boolean) =>
    of(entity, more).map(({ entityId }) => entityId);
  const entriesOf = (entity: string, more?: (change: Change) => boolean) =>
    of(entity, more).flatMap(({ id }) => entries.get(id) ?? []);
  const counted = ({ action, fields }: Change) =>
    action !== 'update' || fields.some((field) => counts.includes(field));
  return {
    locations: idsOf('location'),
    vendors: idsOf('vendor'),
    equipment: idsOf('equipment'),
    users: idsOf('user'),
    removedTickets: idsOf('ticket', ({ action }) => action === 'delete'),
    tickets: idsOf('ticket', ({ fields }) => fields.includes('title') || fields.includes('locationId')),
    removedLocations: idsOf('location', ({ fields }) => fields.includes('removedAt')),
    assignments: entriesOf('manager_assignment').flatMap(({ managerId, locationId }) =>
      managerId === null || locationId === null ? [] : [{ managerId, locationId }],
    ),
    countedEquipment: [...entriesOf('ticket', counted), ...entriesOf('intake_code')].flatMap(
      ({ equipmentIds }) => equipmentIds,
    ),
  };
}
