import { LOCALE } from '@mainstay/web-kit';

/** The texts around the activity. */
export const activityStrings = {
  title: 'Activity',
  all: 'All activity',
  commentsOnly: 'Comments only',
  earlier: (count: number) => `Show ${count.toLocaleString(LOCALE)} earlier`,
  loadFailed: 'The activity could not be loaded.',
} as const;
