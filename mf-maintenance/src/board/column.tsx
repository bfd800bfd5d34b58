import { Badge, Button, SkeletonCard } from '@mainstay/ui/base';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import styles from './column.module.css';

const loadingCards = [1, 2, 3];

/** Above this many cards, a button lets keyboard users skip the list. */
const MANY = 20;

/** A board column: title, count and cards. On a phone the switch above shows the first two. */
export function Column({
  ref,
  status,
  isLoading,
  isBusy,
  count,
  isAtLeast,
  isDropTarget,
  children,
}: {
  ref: Ref<HTMLElement>;
  status: Ticket['status'];
  isLoading: boolean;
  /** The cards are outdated; new ones are loading. */
  isBusy: boolean;
  count: number;
  /** There may be more than `count`. */
  isAtLeast: boolean;
  /** The card that is being dragged would move here. */
  isDropTarget: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  const end = useRef<HTMLSpanElement>(null);
  const title = strings.tickets.status[status];
  return (
    <section
      ref={ref}
      className={styles.column}
      data-drop-target={isDropTarget || undefined}
      aria-labelledby={titleId}
      aria-busy={isLoading || isBusy}
    >
      <header className={styles.head} data-status={status}>
        <h2 id={titleId}>{title}</h2>
        {isLoading ? null : <Badge variant="outline">{strings.page.count(count, isAtLeast)}</Badge>}
        {count > MANY ? (
          <Button type="primary" size="small" className={styles.skip} onClick={() => end.current?.focus()}>
            {strings.page.skip(title)}
          </Button>
        ) : null}
      </header>
      {isLoading ? (
        <div className={styles.loading}>
          {loadingCards.map((card) => (
            <SkeletonCard key={card} badges={2} />
          ))}
        </div>
      ) : (
        children
      )}
      <span ref={end} tabIndex={-1} />
    </section>
  );
}
