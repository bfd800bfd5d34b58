import { EmptyState, SkeletonCard } from '@mainstay/ui/base';
import { SyncOutlined } from '@mainstay/ui/core';
import { DetailDialog, DialogActions, ExportCsv, LoadFailed } from '@mainstay/web-kit';
import { type Ref } from 'react';
import { VirtualList } from '../cards/virtual-list.tsx';
import { dialogStrings } from './dialog-strings.ts';
import styles from './paused-tasks-dialog.module.css';
import { RecurringTaskCard } from './recurring-task-card.tsx';
import { type RecurringTask, useRecurringTasks } from './recurring-tasks.queries.ts';

interface PausedTasksProps {
  openId: string | undefined;
  onOpen: (task: RecurringTask) => void;
}

/**
 * The paused recurring tasks; the active ones are on the board.
 * @param placeRef the place of the list, which can take the focus of a card that is no longer there
 */
export function PausedTasksDialog({
  placeRef,
  open,
  onClose,
  ...cards
}: PausedTasksProps & { placeRef: Ref<HTMLDivElement>; open: boolean; onClose: () => void }) {
  return (
    <DetailDialog title={dialogStrings.listTitle} problem={undefined} open={open} onClose={onClose}>
      <div ref={placeRef} tabIndex={-1} className={styles.place}>
        <p className={styles.note}>{dialogStrings.pausedNote}</p>
        <PausedTasks {...cards} />
      </div>
      <DialogActions>
        <ExportCsv path="/api/recurring-tasks" filter={{ active: 'false' }} />
      </DialogActions>
    </DetailDialog>
  );
}

function PausedTasks({ openId, onOpen }: PausedTasksProps) {
  const list = useRecurringTasks({ active: 'false' }, '');
  if (list.isFailed) return <LoadFailed title={dialogStrings.listFailed} onRetry={list.retry} />;
  if (list.isPending) return <SkeletonCard badges={2} />;
  if (list.items.length === 0) {
    return <EmptyState icon={<SyncOutlined />} title={dialogStrings.nonePaused} />;
  }
  return (
    <VirtualList className={styles.cards ?? ''} label={dialogStrings.paused} list={list} keptIds={[openId]}>
      {(task) => <RecurringTaskCard task={task} onOpen={onOpen} />}
    </VirtualList>
  );
}
