import { strings } from '../strings.ts';
import styles from './card-facts.module.css';
import { type Ticket } from './tickets.queries.ts';

const initialsOf = (names: readonly string[]): string =>
  names
    .map((name) => name.charAt(0))
    .join('')
    .toUpperCase();

/** The initials of a ticket's assignee, with the full name for screen readers and as a tooltip. */
export function AssigneeInitials({
  assignee: { firstName, lastName },
}: {
  assignee: NonNullable<Ticket['assignee']>;
}) {
  const name = strings.tickets.assignedTo(`${firstName} ${lastName}`);
  return (
    <span className={styles.initials} role="img" aria-label={name} title={name}>
      {initialsOf([firstName, lastName])}
    </span>
  );
}
