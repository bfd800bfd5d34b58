import Avatar from 'antd/es/avatar/Avatar';
import { type ReactNode } from 'react';
import styles from './empty-state.module.css';

/**
 * Shown for an empty list: the reason, a hint and an optional action. @param heading the title's element if it is the
 * title of the whole screen
 */
export function EmptyState({
  icon,
  title,
  hint,
  action,
  heading: Title = 'p',
}: {
  icon?: ReactNode;
  title: string;
  hint?: string;
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'p';
}) {
  return (
    <div className={styles['empty']}>
      {icon ? (
        <div className={styles['icon']}>
          <Avatar shape="square" size={52} icon={icon} aria-hidden="true" />
        </div>
      ) : null}
      <Title className={styles['title']}>{title}</Title>
      {hint ? <p className={styles['hint']}>{hint}</p> : null}
      {action ? <div className={styles['action']}>{action}</div> : null}
    </div>
  );
}
