/** Every text this remote shows, in one place. */
export const strings = {
  title: 'Inbox',
  subtitle: 'All inbox in one place',
  none: 'Nothing here yet',
  noneHint: 'This screen is new.',
} as const;
