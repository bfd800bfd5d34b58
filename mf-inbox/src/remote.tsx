import { defineRemote } from '@mainstay/remote-contract';
import { prepareScreens } from '@mainstay/web-kit';
import { lateScreens } from '@mainstay/web-kit/late-screen';
import { Bell } from './bell/bell.tsx';
import declaration from './declaration.ts';

const lateInbox = lateScreens(() => import(/* webpackChunkName: "screens" */ './inbox/inbox-screen.tsx'));
/** With the table and the fields, which the list of changes does without. */
const lateSettings = lateScreens(
  () => import(/* webpackChunkName: "settings" */ './settings/settings-screen.tsx'),
);

export default defineRemote(declaration, {
  screens: {
    '/inbox': lateInbox('InboxScreen'),
    '/inbox/settings': lateSettings('SettingsScreen'),
  },
  HeaderItem: Bell,
  prepare: prepareScreens(declaration, { '/inbox': lateInbox.load }),
});
