import { type Location } from '../src/locations/locations.queries.ts';

/** An active store in Portland. */
export function location(name: string, given: Partial<Location> = {}): Location {
  return {
    id: crypto.randomUUID(),
    name,
    address: '12 Harbor Street',
    city: 'Portland',
    state: 'ME',
    zipCode: '04101',
    phone: '(207) 555-0101',
    storeNumber: '101',
    externalId: null,
    managers: null,
    status: 'active',
    timezone: 'America/New_York',
    archivedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...given,
  };
}
