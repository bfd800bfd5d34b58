import Tag from 'antd/es/tag';
import { type ReactNode } from 'react';
import styles from './badge.module.css';

const looks = {
  default: { color: 'processing', variant: 'filled' },
  secondary: { variant: 'outlined' },
  destructive: { color: 'error', variant: 'filled' },
  warning: { color: 'warning', variant: 'filled' },
  outline: { variant: 'outlined' },
} as const;

export type BadgeVariant = keyof typeof looks;

/**
 * A short label: priority, status, type or location.
 * @param solid for what somebody has to act on now: late tickets and costs that need approval
 */
export function Badge({
  variant = 'default',
  solid = false,
  children,
}: {
  variant?: BadgeVariant;
  solid?: boolean;
  children: ReactNode;
}) {
  return (
    <Tag
      {...looks[variant]}
      {...(solid ? { variant: 'solid' } : null)}
      className={styles['badge'] ?? ''}
      data-variant={variant}
    >
      {children}
    </Tag>
  );
}
