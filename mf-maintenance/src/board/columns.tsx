import { useIsNarrow } from '@mainstay/web-kit';
import { type ComponentProps, type RefCallback } from 'react';
import { Button } from '@mainstay/ui/base';
import styles from './board.module.css';
import chipStyles from './filter-chips.module.css';
import { Column } from './column.tsx';
import { strings } from '../strings.ts';

const statuses = ['incoming', 'in_progress'] as const;
export type ColumnStatus = (typeof statuses)[number];

/** The columns of the board: side by side, or on a phone one of them below a switch. */
export function Columns({
  shown,
  onShow,
  switchRefs,
  ...columns
}: Record<ColumnStatus, Omit<ComponentProps<typeof Column>, 'status'>> & {
  /** The column on a phone. */
  shown: ColumnStatus;
  onShow: (status: ColumnStatus) => void;
  /** Of the parts of the switch, on which cards are dropped. */
  switchRefs: Readonly<Record<ColumnStatus, RefCallback<HTMLElement>>> | undefined;
}) {
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow ? (
        <div className={styles.switch} role="group" aria-label={strings.page.columns}>
          {statuses.map((status) => (
            <div
              key={status}
              ref={switchRefs?.[status]}
              data-drop-target={columns[status].isDropTarget || undefined}
            >
              <Button
                className={status === shown ? chipStyles.pressed : undefined}
                aria-pressed={status === shown}
                onClick={() => onShow(status)}
              >
                {strings.tickets.status[status]}{' '}
                {columns[status].isLoading ? null : (
                  <span className={chipStyles.count}>
                    {strings.page.count(columns[status].count, columns[status].isAtLeast)}
                  </span>
                )}
              </Button>
            </div>
          ))}
        </div>
      ) : null}
      {statuses
        .filter((status) => !isNarrow || status === shown)
        .map((status) => (
          <Column key={status} {...columns[status]} status={status} />
        ))}
    </>
  );
}
