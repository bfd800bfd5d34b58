import { SkeletonCard } from '@mainstay/ui/base';
import { type ReactNode, useId } from 'react';
import { strings } from '../strings.ts';
import styles from './column.module.css';

const loadingCards = [1, 2, 3];

/** A column of the board: its title, how many cards it holds, and the cards as list items. */
export function Column({
  title,
  tone,
  isLoading,
  count,
  children,
}: {
  title: string;
  tone: 'waiting' | 'working';
  isLoading: boolean;
  count: number;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section className={styles.column} aria-labelledby={titleId} aria-busy={isLoading}>
      <header className={styles.head}>
        <span className={styles.dot} data-tone={tone} />
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {isLoading ? null : <span className={styles.count}>{count}</span>}
      </header>
      {isLoading ? (
        <div className={styles.items}>
          {loadingCards.map((card) => (
            <SkeletonCard key={card} badges={2} />
          ))}
        </div>
      ) : count === 0 ? (
        <p className={styles.empty}>{strings.page.noItems}</p>
      ) : (
        <ul className={styles.items}>{children}</ul>
      )}
    </section>
  );
}
