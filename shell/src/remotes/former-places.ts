import { links, type ScreenDeclaration } from '@mainstay/remote-contract';

/**
 * Delete when contract 1 ends. A remote of contract 1 declares no screens: it has exactly one, at the path that the
 * specification gives.
 */
export const formerPlaces: ReadonlyMap<string, ScreenDeclaration> = new Map<string, ScreenDeclaration>([
  [
    'maintenance',
    {
      path: links.tickets,
      title: 'Maintenance',
      icon: 'tool',
      group: 'main',
      order: 10,
      roles: ['admin', 'district_manager'],
    },
  ],
  [
    'locations',
    {
      path: links.locations,
      title: 'Locations',
      icon: 'shop',
      group: 'administration',
      order: 10,
      roles: ['admin', 'district_manager'],
    },
  ],
  [
    'employees',
    {
      path: links.managers,
      title: 'Employees',
      icon: 'team',
      group: 'administration',
      order: 20,
      roles: ['admin'],
    },
  ],
]);
