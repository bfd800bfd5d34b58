import { defineRemote } from '@mainstay/remote-contract';
import { prepareScreens } from '@mainstay/web-kit';
import { lateScreens } from '@mainstay/web-kit/late-screen';
import { Bell } from './bell/bell.tsx';
import declaration from './declaration.ts';

const lateScreen = lateScreens(() => import(/* webpackChunkName: "screens" */ './screens.ts'));

export default defineRemote(declaration, {
  screens: {
    '/inbox': lateScreen('InboxScreen'),
    '/inbox/settings': lateScreen('SettingsScreen'),
  },
  HeaderItem: Bell,
  prepare: prepareScreens(declaration, { '/inbox': lateScreen.load }),
});
