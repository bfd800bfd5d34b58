/** The forms and the dialogs of recurring tasks, as a chunk of their own: the board and a ticket are shown without them. */
export { ClockDialogs } from './tickets/clock/clock-dialogs.tsx';
export { CreateRecurringTaskDialog } from './recurring-tasks/create-recurring-task-dialog.tsx';
export { PausedTasksDialog } from './recurring-tasks/paused-tasks-dialog.tsx';
export { RecurringTaskDialog } from './recurring-tasks/recurring-task-dialog.tsx';
export { ScheduledTasksSection } from './tasks/scheduled-tasks-section.tsx';
export { CreateTicketDialog } from './tickets/create-ticket-dialog.tsx';
export { EditTicketDialog } from './tickets/edit-ticket-dialog.tsx';
