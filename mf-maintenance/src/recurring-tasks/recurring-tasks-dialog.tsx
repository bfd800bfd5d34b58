import { EmptyState, SkeletonCard } from '@mainstay/ui/base';
import { SyncOutlined, Tabs } from '@mainstay/ui/core';
import { ExportCsv, LoadFailed } from '@mainstay/web-kit';
import { DetailDialog, DialogActions } from '@mainstay/web-kit/forms';
import { type Ref, useState } from 'react';
import { VirtualList } from '../cards/virtual-list.tsx';
import { dialogStrings } from './dialog-strings.ts';
import { RecurringTaskCard } from './recurring-task-card.tsx';
import { type RecurringTask, useRecurringTasks } from './recurring-tasks.queries.ts';
import styles from './recurring-tasks-dialog.module.css';

interface RecurringTasksProps {
  openId: string | undefined;
  onOpen: (task: RecurringTask) => void;
}

const tabs = { true: dialogStrings.active, false: dialogStrings.paused };

/**
 * The recurring tasks, the active and the paused ones.
 * @param placeRef the place of the list, which can take the focus of a card that is no longer there
 */
export function RecurringTasksDialog({
  placeRef,
  open,
  onClose,
  ...cards
}: RecurringTasksProps & { placeRef: Ref<HTMLDivElement>; open: boolean; onClose: () => void }) {
  const [active, setActive] = useState<keyof typeof tabs>('true');
  return (
    <DetailDialog title={dialogStrings.listTitle} problem={undefined} hasTabs open={open} onClose={onClose}>
      <div ref={placeRef} tabIndex={-1} className={styles.place}>
        <Tabs
          activeKey={active}
          onChange={(key) => setActive(key === 'true' ? 'true' : 'false')}
          items={Object.entries(tabs).map(([key, label]) => ({
            key,
            label,
            children: key === active ? <Cards active={active} {...cards} /> : null,
          }))}
        />
      </div>
      <DialogActions>
        <ExportCsv path="/api/recurring-tasks" filter={{ active }} />
      </DialogActions>
    </DetailDialog>
  );
}

function Cards({ active, openId, onOpen }: RecurringTasksProps & { active: keyof typeof tabs }) {
  const list = useRecurringTasks({ active }, '');
  if (list.isFailed) return <LoadFailed title={dialogStrings.listFailed} onRetry={list.retry} />;
  if (list.isPending) return <SkeletonCard badges={2} />;
  if (list.items.length === 0) {
    return <EmptyState icon={<SyncOutlined />} title={dialogStrings.nothing[active]} />;
  }
  return (
    <VirtualList className={styles.cards ?? ''} label={tabs[active]} list={list} keptIds={[openId]}>
      {(task) => <RecurringTaskCard task={task} onOpen={onOpen} />}
    </VirtualList>
  );
}
