import styles from './placeholder.module.css';
import { Surface } from './surface.tsx';

/** One bar where text or a picture will stand. `width` and `height` are CSS lengths. Invisible to readers. */
export function Placeholder({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles['bar']} style={{ width, height }} aria-hidden="true" />;
}

/** A card on its way: a title, `lines` lines of text, and a row of badges when `badges` are expected. */
export function SkeletonCard({ lines = 2, badges = 0 }: { lines?: number; badges?: number }) {
  return (
    <Surface className={styles['card']} aria-hidden="true" data-testid="skeleton-card">
      <Placeholder width="60%" height="18px" />
      {Array.from({ length: lines }, (_, at) => (
        <Placeholder key={at} width={at === lines - 1 ? '75%' : '100%'} height="14px" />
      ))}
      {badges > 0 ? (
        <span className={styles['badges']}>
          {Array.from({ length: badges }, (_, at) => (
            <Placeholder key={at} width="72px" height="22px" />
          ))}
        </span>
      ) : null}
    </Surface>
  );
}
