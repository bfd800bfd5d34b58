/** The texts of the dialogs of recurring tasks. */
export const dialogStrings = {
  storeTime: "In the store's time. Later ones keep this time of day.",
  otherZone: (zone: string) => `In the store's time: ${zone}. Later ones keep this time of day.`,
  createTitle: 'Create Recurring Task',
  createSubtitle: 'Set up a recurring maintenance task with automatic scheduling',
  create: 'Create Task',
  creating: 'Creating...',
  listTitle: 'Recurring Tasks',
  listFailed: 'The recurring tasks could not be loaded.',
  nothing: { true: 'No active recurring tasks', false: 'No paused recurring tasks' },
  active: 'Active',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  editTitle: 'Edit Recurring Task',
  delete: 'Delete Recurring Task',
  deletePrompt:
    'Are you sure you want to delete the recurring task? The tasks it created stay. This action cannot be undone.',
} as const;
