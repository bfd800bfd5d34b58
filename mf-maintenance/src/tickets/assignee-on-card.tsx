import { createPortal } from 'react-dom';
import { AssigneeField } from './assignee-field.tsx';
import styles from './assignee-on-card.module.css';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

/**
 * The list of people for a ticket, on its card: the search is its first line.
 * @param card the place of the card in its list; React's events of the field do not reach the card, which opens or is
 * dragged by them
 */
export function AssigneeOnCard({
  ticket,
  card,
  onClose,
}: {
  ticket: Ticket;
  card: HTMLElement;
  onClose: () => void;
}) {
  return createPortal(
    <div className={styles.panel}>
      <AssigneeField
        ticket={ticket}
        defaultOpen
        autoFocus
        classNames={{ popup: { root: styles.list } }}
        popupAlign={{ offset: [0, 0] }}
        onOpenChange={(isOpen) => {
          // Later: the Enter that chose somebody would also press the button, which has the focus then.
          if (!isOpen) setTimeout(onClose);
        }}
      />
    </div>,
    card,
  );
}
