import { declareRemote, links } from '@mainstay/remote-contract';

/** What the shell knows of this remote before loading it. */
export default declareRemote({
  name: 'locations',
  screens: [
    {
      path: links.locations,
      title: 'Locations',
      icon: 'shop',
      // District managers have no sidebar entry, but may open the address (specification, section 2).
      roles: ['admin', 'district_manager'],
      group: 'administration',
      order: 10,
      data: ['/api/locations?limit=50'],
    },
  ],
  live: {
    manager_assignment: ['/api/locations', '/api/managers'],
    user: ['/api/locations', '/api/managers'],
    ticket_cost: ['/api/reports'],
  },
});
