import { declareRemote } from '@mainstay/remote-contract';

/** What the shell knows about this remote before it loads it. */
export default declareRemote({
  name: 'inbox',
  screens: [
    {
      path: '/inbox',
      title: 'Inbox',
      icon: 'screen',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 500,
    },
  ],
});
