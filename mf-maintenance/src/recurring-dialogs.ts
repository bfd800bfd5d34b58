/** The dialogs of recurring tasks, as a chunk of their own, which is fetched when one is opened. */
export { CreateRecurringTaskDialog } from './recurring-tasks/create-recurring-task-dialog.tsx';
export { PausedTasksDialog } from './recurring-tasks/paused-tasks-dialog.tsx';
export { RecurringTaskDialog } from './recurring-tasks/recurring-task-dialog.tsx';
export { ScheduledTasksSection } from './tasks/scheduled-tasks-section.tsx';
