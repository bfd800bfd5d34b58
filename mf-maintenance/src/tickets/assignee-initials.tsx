import { strings } from '../strings.ts';
import styles from './card-facts.module.css';
import { type Ticket } from './tickets.queries.ts';

/** The initials of a ticket's assignee, with the full name for screen readers and as a tooltip. */
export function AssigneeInitials({
  assignee: { firstName, lastName },
}: {
  assignee: NonNullable<Ticket['assignee']>;
}) {
  const name = strings.tickets.assignedTo(`${firstName} ${lastName}`);
  const [first = '', last = ''] = [firstName, lastName].map((part) => [...part.trim()][0]);
  return (
    <span className={styles.initials} role="img" aria-label={name} title={name}>
      {`${first}${last}`.toUpperCase()}
    </span>
  );
}
