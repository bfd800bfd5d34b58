import { fullName, initialsOf } from '../people/names.ts';
import { strings } from '../strings.ts';
import styles from './card-facts.module.css';
import { type Ticket } from './tickets.queries.ts';

/** The initials of a ticket's assignee, with the full name for screen readers and as a tooltip. */
export function AssigneeInitials({ assignee }: { assignee: NonNullable<Ticket['assignee']> }) {
  const name = fullName(assignee);
  const label = strings.tickets.assignedTo(name);
  return (
    <span className={styles.initials} role="img" aria-label={label} title={label}>
      {initialsOf(name)}
    </span>
  );
}
