/** Every text this remote shows, in one place. */
export const strings = {
  title: 'Equipment',
  subtitle: 'All equipment in one place',
  none: 'Nothing here yet',
  noneHint: 'This screen is new.',
} as const;
