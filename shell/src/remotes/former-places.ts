import { links, type ScreenDeclaration } from '@mainstay/remote-contract';

/**
 * To be deleted when contract 1 ends. A remote of contract 1 declares no screen: it has one, and the specification says where
 * the three remotes of that time have it.
 */
export const formerPlaces: ReadonlyMap<string, ScreenDeclaration> = new Map<string, ScreenDeclaration>([
  [
    'maintenance',
    {
      ...{ path: links.tickets, title: 'Maintenance', icon: 'tool', group: 'main', order: 10 },
      roles: ['admin', 'district_manager'],
    },
  ],
  [
    'locations',
    {
      ...{ path: links.locations, title: 'Locations', icon: 'shop', group: 'administration', order: 10 },
      roles: ['admin', 'district_manager'],
    },
  ],
  [
    'employees',
    {
      ...{ path: links.managers, title: 'Employees', icon: 'team', group: 'administration', order: 20 },
      roles: ['admin'],
    },
  ],
]);
