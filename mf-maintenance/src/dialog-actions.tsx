import { type ReactNode } from 'react';
import styles from './dialog-actions.module.css';

/** What can be done with the thing a dialog shows, at its foot. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
