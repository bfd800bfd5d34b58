/**
 * The dialogs of tickets, and the keys of its cards, as a chunk of their own, which is fetched when the board is
 * there: it is shown without them.
 */
export { watchCardKeys } from '../board/card-keys.ts';
export { TicketDetailDialog } from '../tickets/ticket-detail-dialog.tsx';
export { AssigneeOnCard } from '../tickets/assignee-on-card.tsx';
export { CreateTicketDialog } from '../tickets/create-ticket-dialog.tsx';
export { StatusQuestion } from '../tickets/status-question.tsx';
