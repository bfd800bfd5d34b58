import { declareRemote, links } from '@mainstay/remote-contract';

/** What the shell knows about this remote before it loads it. */
export default declareRemote({
  name: 'equipment',
  screens: [
    {
      path: links.equipment,
      title: 'Equipment',
      icon: 'equipment',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 30,
      data: ['/api/equipment?limit=50'],
    },
    {
      path: '/vendors',
      title: 'Vendors',
      icon: 'truck',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 40,
      data: ['/api/vendors?limit=50'],
    },
  ],
  live: {
    equipment: ['/api/equipment'],
    intake_code: ['/api/equipment'],
    // The list shows the name of the store, which takes its equipment with it when it is removed.
    location: ['/api/equipment'],
    // It shows the number of open tickets.
    ticket: ['/api/equipment'],
    // The record shows the name of its vendor, and the costs of its tickets.
    vendor: ['/api/equipment'],
    ticket_cost: ['/api/equipment', '/api/tickets', '/api/reports'],
  },
});
