import { type ReactNode } from 'react';
import styles from './facts.module.css';

/** A description list of {@link Fact}s, one a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
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
