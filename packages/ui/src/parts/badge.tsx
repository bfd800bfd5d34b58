import Tag from 'antd/es/tag';
import { type ReactNode } from 'react';
import styles from './badge.module.css';

const looks = {
  default: { color: 'processing', variant: 'solid' },
  secondary: { variant: 'outlined' },
  destructive: { color: 'error', variant: 'solid' },
  warning: { color: 'warning', variant: 'filled' },
  outline: { variant: 'outlined' },
} as const;

export type BadgeVariant = keyof typeof looks;

/** A short label: priority, status, type or location. */
export function Badge({ variant = 'default', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <Tag {...looks[variant]} className={styles['badge'] ?? ''} data-variant={variant}>
      {children}
    </Tag>
  );
}
