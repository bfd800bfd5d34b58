import { prepareScreens } from '@mainstay/web-kit';
import declaration from './declaration.ts';

/** The screens, which are loaded when one of them is shown. */
export { InboxScreen } from './inbox/inbox-screen.tsx';
export { SettingsScreen } from './settings/settings-screen.tsx';
export const prepare = prepareScreens(declaration);
