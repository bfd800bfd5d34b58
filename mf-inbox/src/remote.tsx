import { defineRemote } from '@mainstay/remote-contract';
import { Bell } from './bell/bell.tsx';
import declaration from './declaration.ts';
import { lateScreen } from './late-screen.tsx';

export default defineRemote(declaration, {
  screens: {
    '/inbox': lateScreen('InboxScreen'),
    '/inbox/settings': lateScreen('SettingsScreen'),
  },
  HeaderItem: Bell,
});
