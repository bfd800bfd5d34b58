import { SkeletonCard } from '@mainstay/ui/base';
import { type ReactNode, useId, useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './column.module.css';

const loadingCards = [1, 2, 3];

/** Above this many cards, a button lets keyboard users skip the list. */
const MANY = 20;

/** A board column: title, count and cards. */
export function Column({
  title,
  tone,
  isLoading,
  isBusy,
  count,
  isAtLeast,
  footer,
  children,
}: {
  title: string;
  tone: 'waiting' | 'working';
  isLoading: boolean;
  /** The cards are outdated; new ones are loading. */
  isBusy: boolean;
  count: number;
  /** There may be more than `count`. */
  isAtLeast: boolean;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  const end = useRef<HTMLSpanElement>(null);
  return (
    <section className={styles.column} aria-labelledby={titleId} aria-busy={isLoading || isBusy}>
      <header className={styles.head}>
        <span className={styles.dot} data-tone={tone} />
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {isLoading ? null : <span className={styles.count}>{strings.page.count(count, isAtLeast)}</span>}
        {count > MANY ? (
          <button type="button" className={styles.skip} onClick={() => end.current?.focus()}>
            {strings.page.skip(title)}
          </button>
        ) : null}
      </header>
      {isLoading ? (
        <div className={styles.loading}>
          {loadingCards.map((card) => (
            <SkeletonCard key={card} badges={2} />
          ))}
        </div>
      ) : count === 0 ? (
        <p className={styles.empty}>{strings.page.noItems}</p>
      ) : (
        children
      )}
      <span ref={end} tabIndex={-1} />
      {footer}
    </section>
  );
}
