import Skeleton from 'antd/es/skeleton/Node';
import styles from './placeholder.module.css';
import { Surface } from './surface.tsx';

/** A bar in place of loading content. `width` and `height` are CSS lengths. It says nothing to screen readers. */
export function Placeholder({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return (
    <Skeleton
      active
      classNames={{ content: styles['bar'] ?? '' }}
      styles={{
        root: { display: 'block', width, maxWidth: '100%' },
        content: { display: 'flex', width: '100%', height },
      }}
    />
  );
}

/** A loading card: a title, `lines` lines of text and `badges` badges. */
export function SkeletonCard({ lines = 2, badges = 0 }: { lines?: number; badges?: number }) {
  return (
    <Surface className={styles['card']} aria-hidden="true" data-testid="skeleton-card">
      <Placeholder width="60%" height="18px" />
      {Array.from({ length: lines }, (_, at) => (
        <Placeholder key={at} width={at === lines - 1 ? '75%' : '100%'} height="14px" />
      ))}
      {badges > 0 ? (
        <div className={styles['badges']}>
          {Array.from({ length: badges }, (_, at) => (
            <Placeholder key={at} width="72px" height="22px" />
          ))}
        </div>
      ) : null}
    </Surface>
  );
}
