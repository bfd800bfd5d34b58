import useStyle from 'antd/es/tag/style';
import StatusStyle from 'antd/es/tag/style/statusCmp';
import { type ReactNode } from 'react';
import styles from './badge.module.css';

/** Classes of antd's Tag, whose styles it has. A board shows a hundred badges, and pictures have no hooks for Tag. */
const looks = {
  default: 'ant-tag-solid ant-tag-processing',
  secondary: 'ant-tag-outlined',
  destructive: 'ant-tag-solid ant-tag-error',
  warning: 'ant-tag-filled ant-tag-warning',
  outline: 'ant-tag-outlined',
} as const;

export type BadgeVariant = keyof typeof looks;

/** A short label: priority, status, type or location. */
export function Badge({ variant = 'default', children }: { variant?: BadgeVariant; children: ReactNode }) {
  const [, properties] = useStyle('ant-tag');
  return (
    <span className={`ant-tag ${looks[variant]} ${styles['badge']} ${properties}`} data-variant={variant}>
      {children}
      <StatusStyle prefixCls="ant-tag" />
    </span>
  );
}
