import { Button } from '@mainstay/ui/base';
import { isKeyForPage } from '@mainstay/web-kit';
import { type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type Selection } from './selection.ts';
import styles from './selecting.module.css';
import { strings } from './strings.ts';

/**
 * How many items are selected, and what can be done with them. It is at the end of its screen, and stays visible.
 * @param most as many as can be selected
 * @param isBusy what was chosen is under way
 * @param onEnd ends the selecting: by Clear, and by Escape
 * @param children fields and buttons
 */
export function SelectionBar<Item extends { id: string }>({
  selection,
  most,
  isBusy = false,
  onEnd,
  children,
}: {
  selection: Selection<Item>;
  most: number;
  isBusy?: boolean;
  onEnd: () => void;
  children: ReactNode;
}) {
  const { size } = useSyncExternalStore(selection.subscribe, selection.items);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isKeyForPage(event)) end();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <section className={styles.bar} aria-label={strings.bar} aria-busy={isBusy} data-selection-bar>
      <strong className={styles.count} role="status">
        {isBusy ? strings.busy : strings.selected(size, size === most)}
      </strong>
      <div className={styles.actions}>{children}</div>
      {/* The form around it may be disabled. */}
      <Button disabled={isBusy} onClick={onEnd}>
        {strings.clear}
      </Button>
    </section>
  );
}
