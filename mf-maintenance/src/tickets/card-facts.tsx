import { type ReactNode } from 'react';
import styles from '../cards/card.module.css';
import { strings } from '../strings.ts';
import { CodeIcon, LineIcon } from '../parts/line-icon.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

/** What a card says in pictures: that the ticket was reported by QR code, and its comments. */
export function CardFacts({ ticket: { via, commentCount = 0 } }: { ticket: Ticket }) {
  return (
    <>
      {via === 'qr' ? (
        <Picture words={strings.report.title}>
          <CodeIcon />
        </Picture>
      ) : null}
      {commentCount > 0 ? (
        <Picture words={strings.tickets.comments(commentCount)}>
          <LineIcon path="M2.5 3h11v8H7l-3 2.5V11H2.5z" />
          {strings.page.count(commentCount)}
        </Picture>
      ) : null}
    </>
  );
}

/** @param words for screen readers and as a tooltip */
function Picture({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span className={styles.fact} role="img" aria-label={words} title={words}>
      {children}
    </span>
  );
}
