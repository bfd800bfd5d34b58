import { type ReactNode } from 'react';
import styles from './fields.module.css';

/** Two short fields beside each other, where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
