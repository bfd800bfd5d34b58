import { declareRemote, links } from '@mainstay/remote-contract';

/** What the shell knows of this remote before it loads it. */
export default declareRemote({
  name: 'maintenance',
  screens: [
    {
      path: links.tickets,
      title: 'Maintenance',
      icon: 'tool',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 10,
    },
  ],
  live: { attachment: ['/api/tickets'] },
});
