import { declareRemote } from '@mainstay/remote-contract';

/** What the shell knows of this remote before loading it. */
export default declareRemote({
  name: 'inbox',
  screens: [
    {
      path: '/inbox',
      title: 'Inbox',
      icon: 'inbox',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 20,
      data: ['/api/inbox?unread=true&limit=50'],
    },
  ],
  headerItem: true,
  live: { inbox: ['/api/inbox'] },
});
