import Avatar from 'antd/es/avatar';
import Empty from 'antd/es/empty';
import { type ReactNode } from 'react';
import styles from './empty-state.module.css';

/**
 * Shown for an empty list: the reason, a hint and an optional action.
 * @param heading the title's element if it is the title of the whole screen
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
    <Empty
      className={styles['empty'] ?? ''}
      classNames={{ image: styles['icon'] ?? '' }}
      image={icon ? <Avatar shape="square" size={52} icon={icon} aria-hidden="true" /> : false}
      description={
        <>
          <Title className={styles['title']}>{title}</Title>
          {hint ? <p className={styles['hint']}>{hint}</p> : null}
        </>
      }
    >
      {action}
    </Empty>
  );
}
