import { declareRemote } from '@mainstay/remote-contract';

/** What the shell knows about this remote before it loads it. */
export default declareRemote({
  name: 'equipment',
  screens: [
    {
      path: '/equipment',
      title: 'Equipment',
      icon: 'screen',
      roles: ['admin', 'district_manager'],
      group: 'main',
      order: 500,
    },
  ],
});
