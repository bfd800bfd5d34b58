import { defineRemote } from '@mainstay/remote-contract';
import { lateScreens } from '@mainstay/web-kit/late-screen';
import { Bell } from './bell/bell.tsx';
import declaration from './declaration.ts';

const loadScreens = () => import(/* webpackChunkName: "screens" */ './screens.ts');
const lateScreen = lateScreens(async () => {
  const { InboxScreen, SettingsScreen } = await loadScreens();
  return { InboxScreen, SettingsScreen };
});

export default defineRemote(declaration, {
  screens: {
    '/inbox': lateScreen('InboxScreen'),
    '/inbox/settings': lateScreen('SettingsScreen'),
  },
  HeaderItem: Bell,
  prepare: async (path, queries) => {
    const [{ prepare }] = await Promise.all([loadScreens(), lateScreen.load()]);
    await prepare(path, queries);
  },
});
