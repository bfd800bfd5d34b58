/** The texts of scheduled tasks. */
export const taskStrings = {
  title: 'Scheduled Tasks',
  none: 'No tasks yet',
  loadFailed: 'The scheduled tasks could not be loaded.',
  due: (moment: string) => `Due ${moment}`,
  completed: (day: string) => `Completed ${day}`,
  showMore: 'Show more',
  updateFailed: 'Failed to update task',
} as const;
