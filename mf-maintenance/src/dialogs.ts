/** All dialogs of the screen, and the keys of its cards, as a chunk of their own, which is fetched when the board is there: it is shown without them. */
export { watchCardKeys } from './board/card-keys.ts';
export { CreateRecurringTaskDialog } from './recurring-tasks/create-recurring-task-dialog.tsx';
export { RecurringTaskDialog } from './recurring-tasks/recurring-task-dialog.tsx';
export { RecurringTasksDialog } from './recurring-tasks/recurring-tasks-dialog.tsx';
export { ScheduledTasksSection } from './tasks/scheduled-tasks-section.tsx';
export { TicketDialog } from './ticket-dialog.tsx';
export { AssigneeOnCard } from './tickets/assignee-on-card.tsx';
export { CreateTicketDialog } from './tickets/create-ticket-dialog.tsx';
export { StatusQuestion } from './tickets/status-question.tsx';
