import { Placeholder, SkeletonCard } from '@mainstay/ui/base';
import { strings } from '../strings.ts';
import styles from './remote-page.module.css';

/** Stands in the place of a screen that is on its way; without a title, of one that is not known yet. */
export function Arriving({ title }: { title?: string }) {
  return (
    <div aria-busy="true">
      <p className={styles['announcement']} role="status">
        {title === undefined ? strings.loading : strings.remotes.loading(title)}
      </p>
      <div className={styles['header']}>
        <Placeholder width="220px" height="32px" />
        <Placeholder width="320px" height="16px" />
      </div>
      <div className={styles['grid']}>
        <SkeletonCard lines={2} badges={2} />
        <SkeletonCard lines={2} badges={2} />
        <SkeletonCard lines={2} badges={2} />
      </div>
    </div>
  );
}
