import type { components as auth } from '@mainstay/svc-auth/openapi';
import type { components as core } from '@mainstay/svc-core/openapi';
import { CONTRACT, type RegistryEntry, type ScreenDeclaration } from '@mainstay/remote-contract';
import coreDocument from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { exampleOf, fakeApi, returns, problem } from '@mainstay/web-kit/testing';
import { http, HttpResponse } from 'msw';

type User = auth['schemas']['UserResponse'];
type Ticket = core['schemas']['TicketResponse'];
type AssignedLocation = core['schemas']['AssignedLocationResponse'];

export const admin: User = {
  id: '01890000-0000-7000-8000-000000000001',
  email: 'ada@sandwich.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  profileImageUrl: null,
  role: 'admin',
  active: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

export const manager: User = {
  ...admin,
  id: '01890000-0000-7000-8000-000000000002',
  email: 'grace@sandwich.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'district_manager',
};

export function ticket(title: string, given: Partial<Ticket> = {}): Ticket {
  return {
    ...(exampleOf(coreDocument, 'TicketResponse') as Ticket),
    id: crypto.randomUUID(),
    title,
    description: 'It hums.',
    locationId: '01890000-0000-7000-8000-00000000000a',
    assignedTo: null,
    status: 'incoming',
    priority: 'medium',
    updatedAt: '2026-03-05T15:04:00.000Z',
    location: {
      id: '01890000-0000-7000-8000-00000000000a',
      name: 'Harbor Street',
      timezone: 'UTC',
      storeNumber: '101',
    },
    assignee: null,
    equipmentId: null,
    equipment: null,
    ...given,
  };
}

export const harborStreet: AssignedLocation = {
  id: '01890000-0000-7000-8000-00000000000a',
  storeNumber: '101',
  address: '12 Harbor Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  status: 'active',
};

const HASH = `sha384-${'A'.repeat(64)}`;

/** A live registry entry of the current contract, by default without screens. */
export const listed = (name: string, more: Partial<RegistryEntry> = {}): RegistryEntry => ({
  name,
  version: 'v1',
  manifest: `/remotes/${name}/${more.version ?? 'v1'}/mf-manifest.json`,
  contract: CONTRACT,
  integrity: { 'mf-manifest.json': HASH },
  since: null,
  commit: null,
  pinned: false,
  screens: [],
  headerItem: false,
  live: {},
  build: null,
  ...more,
});

export const screenAt = (path: `/${string}`, given: Partial<ScreenDeclaration> = {}): ScreenDeclaration => ({
  path,
  title: 'Maintenance',
  icon: 'tool',
  group: 'main',
  order: 10,
  roles: ['admin', 'district_manager'],
  ...given,
});

/** The remotes of the specification. */
export const specified: RegistryEntry[] = [
  listed('employees', {
    screens: [
      screenAt('/managers', {
        title: 'Employees',
        icon: 'team',
        group: 'administration',
        order: 20,
        roles: ['admin'],
      }),
    ],
  }),
  listed('locations', {
    screens: [screenAt('/locations', { title: 'Locations', icon: 'shop', group: 'administration' })],
  }),
  listed('maintenance', { screens: [screenAt('/tickets')] }),
];

export const returnsRegistry = (remotes: RegistryEntry[], disabled: RegistryEntry[] = []) =>
  http.get('*/remotes/registry.json', () => HttpResponse.json({ remotes, disabled }));

/** The default: nobody is signed in, every list is empty, the specified remotes are live, there are no events. */
const quiet = [
  http.get('*/api/user', () => problem(401, 'Unauthorized')),
  returns('/api/setup', { needed: false, selfRegistration: false }),
  returns('/config.json', { brandName: 'Sub Station', accountSettingsUrl: 'https://id.example/me' }),
  returns('/api/stats', { totalLocations: 0, activeTickets: 0, pendingTasks: 0, totalManagers: 0 }),
  returns('/api/tickets', []),
  returns('/api/tokens', []),
  returns('/api/tickets/due', { active: false, overdue: 0, atRisk: 0 }),
  returns('/api/tasks', []),
  returnsRegistry(specified),
  http.get('*/api/events', () => problem(404, 'There is nothing here.')),
  // Sent seconds after a load, which may be in a later test.
  http.post('*/api/remote-loads', () => new HttpResponse(null, { status: 204 })),
];

/** A mock server for the tests of one file; `use` adds handlers until the end of a test. */
export const shellApi = () => fakeApi(...quiet);
