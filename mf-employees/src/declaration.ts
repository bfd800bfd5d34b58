import { declareRemote, links } from '@mainstay/remote-contract';

/** What the shell knows of this remote before loading it. */
export default declareRemote({
  name: 'employees',
  screens: [
    {
      path: links.managers,
      title: 'Employees',
      icon: 'team',
      roles: ['admin'],
      group: 'administration',
      order: 20,
      data: ['/api/managers?limit=50'],
    },
  ],
  live: { user: ['/api/managers'], manager_assignment: ['/api/managers'], location: ['/api/managers'] },
});
