import styles from '../cards/card.module.css';
import { fullName, initialsOf } from '../people/names.ts';
import { strings } from '../strings.ts';
import { LineIcon } from '../parts/line-icon.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

/** Opens the list of people for a ticket on its card. */
export type Assign = (ticket: Ticket, card: HTMLElement | null) => void;

/** The initials of the assignee, or an empty circle: a button that opens the list of people on the card. */
export function CardAssignee({ ticket, onAssign }: { ticket: Ticket; onAssign: Assign }) {
  const name = ticket.assignee && fullName(ticket.assignee);
  const words =
    name !== null && ticket.assignee?.canOpen === false
      ? strings.assignee.left(name)
      : strings.assignee.is(name ?? strings.assignee.nobody);
  return (
    <button
      type="button"
      className={styles.assignee}
      data-assignee={name === null ? 'nobody' : 'somebody'}
      aria-haspopup="listbox"
      aria-keyshortcuts="A"
      title={words}
      onClick={(event) => {
        // Not the card too.
        event.stopPropagation();
        onAssign(ticket, event.currentTarget.closest<HTMLElement>('[data-card]'));
      }}
    >
      <span role="img" aria-label={words}>
        {name === null ? (
          <LineIcon path="M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3 13.5c.5-2.5 2.5-3.7 5-3.7s4.5 1.2 5 3.7" />
        ) : (
          initialsOf(name)
        )}
      </span>
    </button>
  );
}
