/** The screens, which are loaded when one of them is shown. */
export { InboxScreen } from './inbox/inbox-screen.tsx';
export { SettingsScreen } from './settings/settings-screen.tsx';
