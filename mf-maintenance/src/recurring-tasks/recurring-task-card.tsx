import { Badge, Surface } from '@mainstay/ui/base';
import { EnvironmentOutlined, SyncOutlined } from '@mainstay/ui/core';
import { formatDay, otherZone } from '@mainstay/web-kit';
import { memo } from 'react';
import styles from '../cards/card.module.css';
import { strings } from '../strings.ts';
import { type RecurringTask } from './recurring-tasks.queries.ts';

export const RecurringTaskCard = memo(function RecurringTaskCard({
  task,
  onOpen,
}: {
  task: RecurringTask;
  onOpen: (task: RecurringTask) => void;
}) {
  return (
    // The button's click arrives here too.
    <Surface interactive className={styles.card} onClick={() => onOpen(task)}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" className={styles.open} aria-haspopup="dialog">
            {task.title}
          </button>
        </h3>
        <Badge variant="outline">
          <SyncOutlined /> {strings.recurringTasks.frequency[task.frequency]}
        </Badge>
      </div>
      {task.description ? <p className={styles.description}>{task.description}</p> : null}
      <div className={styles.meta}>
        <span>
          <EnvironmentOutlined /> {task.location.name}
        </span>
        <time className={styles.end} dateTime={task.nextOccurrence}>
          {strings.recurringTasks.next(
            formatDay(task.nextOccurrence, task.location.timezone),
            otherZone(task.nextOccurrence, task.location.timezone, 'short'),
          )}
        </time>
      </div>
    </Surface>
  );
});
