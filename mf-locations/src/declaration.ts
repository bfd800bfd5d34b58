import { declareRemote, links } from '@mainstay/remote-contract';

/** What the shell knows of this remote before it loads it. */
export default declareRemote({
  name: 'locations',
  screens: [
    {
      path: links.locations,
      title: 'Locations',
      icon: 'shop',
      // District managers have no entry for it, but read it at its address (specification, section 2).
      roles: ['admin', 'district_manager'],
      group: 'administration',
      order: 10,
    },
  ],
  live: { manager_assignment: ['/api/locations'] },
});
