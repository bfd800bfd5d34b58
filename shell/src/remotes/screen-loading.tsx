import { Flex, Placeholder, SkeletonCard, VisuallyHidden } from '@mainstay/ui/base';
import { strings } from '../strings.ts';
import styles from './remote-page.module.css';

/** The loading state of a screen; `title` is undefined while the screen is not known. */
export function ScreenLoading({ title }: { title?: string }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">
        {title === undefined ? strings.loading : strings.remotes.loading(title)}
      </VisuallyHidden>
      <Flex vertical gap={10} className={styles['header'] ?? ''}>
        <Placeholder width="220px" height="32px" />
        <Placeholder width="320px" height="16px" />
      </Flex>
      <div className={styles['grid']}>
        <SkeletonCard lines={2} badges={2} />
        <SkeletonCard lines={2} badges={2} />
        <SkeletonCard lines={2} badges={2} />
      </div>
    </div>
  );
}
