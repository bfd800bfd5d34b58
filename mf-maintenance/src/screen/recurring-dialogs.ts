/** The dialogs of recurring tasks, as a chunk of their own, which is fetched when one is opened. */
export { CreateRecurringTaskDialog } from '../recurring-tasks/create-recurring-task-dialog.tsx';
export { RecurringTaskDialog } from '../recurring-tasks/recurring-task-dialog.tsx';
export { RecurringTasksDialog } from '../recurring-tasks/recurring-tasks-dialog.tsx';
export { ScheduledTasksSection } from '../tasks/scheduled-tasks-section.tsx';
