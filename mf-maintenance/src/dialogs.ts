/** All dialogs of the screen, as a chunk of their own, which is fetched when the board is there: it is shown without them. */
export { CreateRecurringTaskDialog } from './recurring-tasks/create-recurring-task-dialog.tsx';
export { RecurringTaskDialog } from './recurring-tasks/recurring-task-dialog.tsx';
export { RecurringTasksDialog } from './recurring-tasks/recurring-tasks-dialog.tsx';
export { ScheduledTasksSection } from './tasks/scheduled-tasks-section.tsx';
export { TicketDialog } from './ticket-dialog.tsx';
export { CreateTicketDialog } from './tickets/create-ticket-dialog.tsx';
export { StatusQuestion } from './tickets/status-question.tsx';
