import { declareRemote } from '@mainstay/remote-contract';

/** What the shell knows about this remote before it loads it. */
export default declareRemote({
  name: 'reports',
  screens: [
    {
      path: '/reports',
      title: 'Reports',
      icon: 'chart',
      roles: ['admin', 'district_manager'],
      group: 'insights',
      order: 100,
    },
  ],
  // The figures are made of the first five; the last two are names in the tables.
  live: {
    ticket: ['/api/reports'],
    ticket_cost: ['/api/reports'],
    ticket_event: ['/api/reports'],
    deadline_change: ['/api/reports'],
    location: ['/api/reports'],
    equipment: ['/api/reports'],
    vendor: ['/api/reports'],
  },
});
