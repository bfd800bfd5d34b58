import { Badge } from '@mainstay/ui/base';
import { type Ref } from 'react';
import { strings } from '../strings.ts';
import styles from './completed-label.module.css';

/** The label of the Completed tab, on which cards are dropped. */
export function CompletedLabel({
  dropRef,
  isDropTarget,
  count,
}: {
  dropRef: Ref<HTMLElement>;
  /** The card that is being dragged would be completed. */
  isDropTarget: boolean;
  count: number;
}) {
  return (
    <span ref={dropRef} className={styles.label} data-drop-target={isDropTarget || undefined}>
      {strings.page.completed}
      {/* Not part of the tab's accessible name; the list has its own count. */}
      {count > 0 ? (
        <span className={styles.count} aria-hidden="true">
          <Badge variant="secondary">{strings.page.count(count)}</Badge>
        </span>
      ) : null}
    </span>
  );
}
