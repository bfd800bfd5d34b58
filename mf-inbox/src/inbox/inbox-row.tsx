import { links, ticketLink } from '@mainstay/remote-contract';
import { Avatar, ClockCircleFilled, UserOutlined, VisuallyHidden, WarningOutlined } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { Moment, useMoney } from '@mainstay/web-kit';
import { type ReactNode, useId } from 'react';
import { strings } from '../strings.ts';
import styles from './inbox-row.module.css';
import { type InboxItem } from './inbox.queries.ts';
import { initialsOf, isDeadline, sentenceOf } from './words.ts';

const MIDDLE_BUTTON = 1;

/**
 * One item: who did what, on which ticket, when. The whole row is the link to the ticket, if there is one, or to the
 * equipment for a QR code.
 * @param onRead the item was opened, here or in another tab
 */
export function InboxRow({ item, now, onRead }: { item: InboxItem; now: Date; onRead: () => void }) {
  const { actor, ticket, code, createdAt, readAt } = item;
  const sentenceId = useId();
  const { name, deed } = sentenceOf(item, useMoney());
  const link = (to: string, text: ReactNode) => (
    <p className={styles.ticket}>
      <Link
        className={styles.open}
        to={to}
        aria-describedby={sentenceId}
        onClick={onRead}
        onAuxClick={({ button }) => {
          if (button === MIDDLE_BUTTON) onRead();
        }}
      >
        {text}
      </Link>
    </p>
  );
  const subject = () => {
    if (code) return link(links.equipment, strings.suspended(code));
    if (!ticket) return null;
    const number = <span className={styles.number}>{strings.ticketNumber(ticket.number)}</span>;
    return (
      <>
        {link(
          ticketLink(ticket.id),
          <>
            {number} {ticket.title}
          </>,
        )}
        <p className={styles.place}>{ticket.location.name}</p>
      </>
    );
  };
  return (
    <li className={styles.row} data-unread={readAt === null || undefined}>
      <span className={styles.face} aria-hidden="true">
        <Avatar size={36} gap={2} icon={iconOf(item)}>
          {initialsOf(actor)}
        </Avatar>
      </span>
      <div className={styles.text}>
        <p className={styles.sentence} id={sentenceId}>
          {readAt === null ? <VisuallyHidden as="span">{strings.unread} </VisuallyHidden> : null}
          {name === undefined ? null : <strong className={styles.name}>{name}</strong>} {deed}
        </p>
        {subject()}
      </div>
      <span className={styles.side}>
        <span className={styles.when}>
          <Moment at={createdAt} now={now} />
        </span>
        <span className={styles.mark} aria-hidden="true" />
      </span>
    </li>
  );
}

/** Undefined where the initials of a person are shown. */
function iconOf(item: InboxItem): ReactNode {
  if (item.kind === 'reported') return <WarningOutlined />;
  if (isDeadline(item)) return <ClockCircleFilled />;
  return item.actor ? undefined : <UserOutlined />;
}
