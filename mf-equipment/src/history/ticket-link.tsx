import { ticketLink } from '@mainstay/remote-contract';
import { Link } from '@mainstay/ui/router';
import styles from './ticket-link.module.css';
import { type Ticket } from './tickets.queries.ts';
import { historyStrings } from './history-strings.ts';

/** The number and title of a ticket, leading to it. */
export function TicketLink({ id, number, title }: Pick<Ticket, 'id' | 'number' | 'title'>) {
  return (
    <Link className={styles.link} to={ticketLink(id)}>
      <span className={styles.number}>{historyStrings.tickets.number(number)}</span> {title}
    </Link>
  );
}
