import { defineRemote } from '@mainstay/remote-contract';
import { late } from '@mainstay/ui/base';
import { prepareScreens } from '@mainstay/web-kit';
import { Bell } from './bell/bell.tsx';
import declaration from './declaration.ts';

const lateInbox = late(() => import(/* webpackChunkName: "screens" */ './inbox/inbox-screen.tsx'));
/** With the table and the fields, which the list of changes does without. */
const lateSettings = late(() => import(/* webpackChunkName: "settings" */ './settings/settings-screen.tsx'));

export default defineRemote(declaration, {
  screens: {
    '/inbox': lateInbox.screen(({ InboxScreen }) => InboxScreen),
    '/inbox/settings': lateSettings.screen(({ SettingsScreen }) => SettingsScreen),
  },
  HeaderItem: Bell,
  prepare: prepareScreens(declaration, { '/inbox': lateInbox.load }),
});
