import { type ReactNode } from 'react';
import styles from './page-header.module.css';

/** The header of a screen: title, subtitle and actions. */
export function PageHeader({
  title,
  subtitle,
  actions,
}: {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
}) {
  return (
    <header className={styles['header']}>
      <div>
        <h1 className={styles['title']}>{title}</h1>
        {subtitle ? <p className={styles['subtitle']}>{subtitle}</p> : null}
      </div>
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </header>
  );
}
