import { Badge, SkeletonCard } from '@mainstay/ui/base';
import { type ReactNode, type Ref, useId, useRef } from 'react';
import { strings } from '../strings.ts';
import styles from './column.module.css';

const loadingCards = [1, 2, 3];

/** Above this many cards, a button lets keyboard users skip the list. */
const MANY = 20;

/** A board column: title, count and cards. */
export function Column({
  ref,
  title,
  tone,
  isLoading,
  isBusy,
  count,
  isAtLeast,
  emptyHint,
  isDropTarget,
  children,
}: {
  ref: Ref<HTMLElement>;
  title: string;
  tone: 'waiting' | 'working';
  isLoading: boolean;
  /** The cards are outdated; new ones are loading. */
  isBusy: boolean;
  count: number;
  /** There may be more than `count`. */
  isAtLeast: boolean;
  /** What to do if there are no cards. */
  emptyHint: string | undefined;
  /** The card that is being dragged would move here. */
  isDropTarget: boolean;
  children: ReactNode;
}) {
  const titleId = useId();
  const end = useRef<HTMLSpanElement>(null);
  return (
    <section
      ref={ref}
      className={styles.column}
      data-drop-target={isDropTarget || undefined}
      aria-labelledby={titleId}
      aria-busy={isLoading || isBusy}
    >
      <header className={styles.head}>
        <span className={styles.dot} data-tone={tone} />
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {isLoading ? null : <Badge variant="outline">{strings.page.count(count, isAtLeast)}</Badge>}
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
        <div className={styles.empty}>
          <p>{strings.page.noItems}</p>
          {emptyHint === undefined ? null : <p className={styles.hint}>{emptyHint}</p>}
        </div>
      ) : (
        children
      )}
      <span ref={end} tabIndex={-1} />
    </section>
  );
}
