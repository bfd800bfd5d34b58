import core from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { exampleOf } from '@mainstay/web-kit/testing';
import { type CoreSchemas, type Equipment, type IntakeCode } from '../src/api/core.ts';
import { type Ticket } from '../src/history/tickets.queries.ts';

export const store = (name: string, storeNumber: string): Equipment['location'] => ({
  id: crypto.randomUUID(),
  name,
  storeNumber,
  timezone: 'America/New_York',
});

export const harbor = store('Harbor', '0101');

/** The same store, as the list of stores has it. */
export const location = (given: Equipment['location']): CoreSchemas['LocationResponse'] => ({
  ...given,
  externalId: null,
  managers: null,
  address: '12 Harbor Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  phone: null,
  status: 'active',
  archivedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

/** A code that was made and never used. */
export const code = (
  given: Partial<NonNullable<Equipment['code']>> = {},
): NonNullable<Equipment['code']> => ({
  id: crypto.randomUUID(),
  label: null,
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  rotatedAt: null,
  lastUsedAt: null,
  suspendedUntil: null,
  ...given,
});

/** Equipment in service in the store Harbor, without a sticker and without tickets. */
export function equipment(name: string, given: Partial<Equipment> = {}): Equipment {
  const at = given.location ?? harbor;
  return {
    id: crypto.randomUUID(),
    locationId: at.id,
    name,
    category: 'cooking',
    status: 'in_service',
    manufacturer: null,
    model: null,
    serial: null,
    externalId: null,
    installedOn: null,
    warrantyUntil: null,
    warrantyNote: null,
    replacementCost: null,
    vendorId: null,
    vendor: null,
    notes: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    location: at,
    code: null,
    openTickets: 0,
    ...given,
  };
}

/** What a piece of equipment has needed. */
export const summary: CoreSchemas['EquipmentSummary'] = {
  tickets: 4,
  openTickets: 1,
  repeats: 2,
  totalCost: '2800.00',
  costLast12Months: '2150.00',
  shareOfReplacement: 66.7,
  underWarranty: true,
};

/** A working code of the store Harbor. */
export const intakeCode = (given: Partial<IntakeCode> = {}): IntakeCode => ({
  id: crypto.randomUUID(),
  locationId: harbor.id,
  equipmentId: null,
  label: null,
  active: true,
  suspendedUntil: null,
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  rotatedAt: null,
  lastUsedAt: null,
  location: harbor,
  equipment: null,
  ...given,
});

/** A new ticket at the store Harbor. */
export const ticket = (number: number, given: Partial<Ticket> = {}): Ticket => ({
  ...(exampleOf(core, 'TicketResponse') as Ticket),
  id: crypto.randomUUID(),
  number,
  title: `Ticket ${number}`,
  locationId: harbor.id,
  status: 'incoming',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  location: { ...harbor, timezone: 'UTC' },
  equipmentId: null,
  equipment: null,
  ...given,
});
