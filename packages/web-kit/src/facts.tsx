import { type ReactNode } from 'react';
import styles from './facts.module.css';

/** A description list of {@link Fact}s, one a line; with `across`, figures beside each other. */
export function Facts({ across = false, children }: { across?: boolean; children: ReactNode }) {
  return <dl className={across ? styles.across : styles.facts}>{children}</dl>;
}

/** A label and its value beside it; with `wide`, below it. */
export function Fact({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`${styles.fact} ${wide ? styles.wide : ''}`}>
      <dt className={styles.label}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
