import { type ReactNode } from 'react';
import { fullName, initialsOf } from '../people/names.ts';
import { strings } from '../strings.ts';
import styles from './card-facts.module.css';
import { CodeIcon, LineIcon } from './line-icon.tsx';
import { type Ticket } from './tickets.queries.ts';

/** What a card says in pictures: that the ticket was reported by QR code, its comments and its assignee. */
export function CardFacts({ ticket: { via, commentCount = 0, assignee } }: { ticket: Ticket }) {
  const name = assignee && fullName(assignee);
  return (
    <>
      {via === 'qr' ? (
        <Picture className={styles.fact} words={strings.report.title}>
          <CodeIcon />
        </Picture>
      ) : null}
      {commentCount > 0 ? (
        <Picture className={styles.fact} words={strings.tickets.comments(commentCount)}>
          <LineIcon path="M2.5 3h11v8H7l-3 2.5V11H2.5z" />
          {strings.page.count(commentCount)}
        </Picture>
      ) : null}
      {name === null ? null : (
        <Picture className={styles.initials} words={strings.tickets.assignedTo(name)}>
          {initialsOf(name)}
        </Picture>
      )}
    </>
  );
}

/** @param words for screen readers and as a tooltip */
function Picture({
  words,
  className,
  children,
}: {
  words: string;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <span className={className} role="img" aria-label={words} title={words}>
      {children}
    </span>
  );
}
