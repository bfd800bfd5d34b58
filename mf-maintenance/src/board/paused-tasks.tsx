import { DownOutlined } from '@mainstay/ui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BoardFilter, keyOf } from '../cards/board-filter.ts';
import styles from './paused-tasks.module.css';
import { RecurringTaskCard } from '../recurring-tasks/recurring-task-card.tsx';
import {
  recurringTaskCountQuery,
  type RecurringTask,
  useRecurringTasks,
} from '../recurring-tasks/recurring-tasks.queries.ts';
import { useDebouncedValue } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { VirtualList } from '../cards/virtual-list.tsx';

/** The id of the button that expands the paused recurring tasks. */
export const PAUSED_TOGGLE_ID = 'paused-recurring-tasks';

/** The paused recurring tasks at the bottom of Working, collapsed by default. Renders nothing if there are none. */
export function PausedTasks({
  filter,
  openId,
  onOpen,
}: {
  filter: BoardFilter;
  openId: string | undefined;
  onOpen: (task: RecurringTask) => void;
}) {
  const { search, assignedTo } = filter;
  const [isOpen, setOpen] = useState(false);
  const q = useDebouncedValue(search.trim());
  const { data: count = 0 } = useQuery(
    recurringTaskCountQuery({ active: false, assignedTo, q: q || undefined }),
  );
  const list = useRecurringTasks({ active: false, assignedTo }, search, { enabled: isOpen });
  const shown = isOpen ? (list.total ?? count) : count;
  if (shown === 0) return null;
  return (
    <div className={styles.paused}>
      <button
        type="button"
        id={PAUSED_TOGGLE_ID}
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.arrow}>
          <DownOutlined />
        </span>
        {strings.page.paused}
        <span className={styles.count}>{strings.page.count(shown)}</span>
      </button>
      {isOpen ? (
        <VirtualList
          key={keyOf(filter)}
          className={styles.cards ?? ''}
          label={strings.page.paused}
          list={list}
          keptIds={[openId]}
        >
          {(task) => <RecurringTaskCard task={task} onOpen={onOpen} />}
        </VirtualList>
      ) : null}
    </div>
  );
}
