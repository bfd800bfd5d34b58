import { type ReactNode } from 'react';
import styles from './badge.module.css';

export type BadgeVariant = 'default' | 'secondary' | 'destructive' | 'warning' | 'outline';

/** A short label: priority, status, type or location. Each card has some, so it is a plain element in the look of antd's Tag. */
export function Badge({ variant = 'default', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span className={styles['badge']} data-variant={variant}>
      {children}
    </span>
  );
}
