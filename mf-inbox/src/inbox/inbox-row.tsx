import { checklistRunLink, links, ticketLink } from '@mainstay/remote-contract';
import { Avatar, ClockCircleFilled, UserOutlined, VisuallyHidden, WarningOutlined } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { Moment, useMoney } from '@mainstay/web-kit';
import { type ReactNode, useId } from 'react';
import { strings } from '../strings.ts';
import { type Row } from './inbox-days.ts';
import styles from './inbox-row.module.css';
import { type InboxItem } from './inbox.queries.ts';
import { initialsOf, isDeadline, sentenceOf } from './words.ts';

const MIDDLE_BUTTON = 1;

/**
 * The latest of the items about one ticket: which ticket, who did what, where, when. The whole row is the link to the
 * ticket, to the equipment for a QR code, or to the checklist.
 * @param onRead the row was opened, here or in another tab
 */
export function InboxRow({ row, now, onRead }: { row: Row; now: Date; onRead: () => void }) {
  const { latest, changes, unread } = row;
  const { actor, ticket, code, run, createdAt } = latest;
  const location = ticket?.location ?? run?.location;
  const aboutId = useId();
  const { name, deed } = sentenceOf(latest, useMoney());
  const isUnread = unread.length > 0;
  return (
    <li className={styles.row} data-unread={isUnread || undefined}>
      <Avatar size={36} gap={2} icon={iconOf(latest)} aria-hidden="true">
        {initialsOf(actor)}
      </Avatar>
      <div className={styles.text}>
        <Link
          className={styles.open}
          to={ticket ? ticketLink(ticket.id) : run ? checklistRunLink(run.id) : links.equipment}
          aria-describedby={aboutId}
          onClick={onRead}
          onAuxClick={({ button }) => {
            if (button === MIDDLE_BUTTON) onRead();
          }}
        >
          {ticket ? (
            <>
              <span className={styles.soft}>{strings.ticketNumber(ticket.number)}</span> {ticket.title}
            </>
          ) : code ? (
            strings.suspended(code)
          ) : (
            run?.name
          )}
        </Link>
        <p className={styles.soft}>
          <span id={aboutId}>
            {isUnread ? <VisuallyHidden as="span">{strings.unread} </VisuallyHidden> : null}
            {name} {deed}
          </span>
          {location ? strings.at(location.name) : null}
          {changes > 1 ? strings.changes(changes) : null}
        </p>
      </div>
      <span className={styles.when}>
        <Moment at={createdAt} now={now} />
      </span>
      <span className={styles.mark} aria-hidden="true" />
    </li>
  );
}

/** Undefined where the initials of a person are shown. */
function iconOf(item: InboxItem): ReactNode {
  if (item.kind === 'reported') return <WarningOutlined />;
  if (isDeadline(item)) return <ClockCircleFilled />;
  return item.actor ? undefined : <UserOutlined />;
}
