import { Button, Placeholder } from '@mainstay/ui/base';
import { Typography } from '@mainstay/ui/content';
import { formatDay, formatMoment, kept, useIsOffline } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useOptimistic, useTransition } from 'react';
import section from '../parts/dialog-section.module.css';
import { DialogSection } from '../parts/dialog-section.tsx';
import { SectionFailed } from '../parts/section-failed.tsx';
import styles from './scheduled-tasks-section.module.css';
import { scheduledTasksQuery, type Task, useCompleteTask } from './tasks.queries.ts';
import { taskStrings } from './task-strings.ts';

/** The maintenance tasks that a recurring task has created, each with a checkbox to complete it. */
export function ScheduledTasksSection({
  recurringTaskId,
  zone,
}: {
  recurringTaskId: string;
  /** Of the store. */
  zone: string | undefined;
}) {
  const tasks = useInfiniteQuery({
    ...scheduledTasksQuery(recurringTaskId),
    // The scheduler creates tasks in the background, so refetch on every opening.
    gcTime: 0,
    meta: kept,
  });

  const list = () => {
    if (tasks.isPending) return <Placeholder height="44px" />;
    if (tasks.isLoadingError) {
      return <SectionFailed problem={taskStrings.loadFailed} onRetry={() => void tasks.refetch()} />;
    }
    const rows = tasks.data.pages.flatMap(({ items }) => items);
    if (rows.length === 0) return <p className={section.note}>{taskStrings.none}</p>;
    return (
      <ul>
        {rows.map((task) => (
          <TaskRow key={task.id} task={task} zone={zone} />
        ))}
      </ul>
    );
  };

  return (
    <DialogSection title={taskStrings.title} isBusy={tasks.isPending}>
      {list()}
      {tasks.hasNextPage ? (
        <Button size="small" aria-busy={tasks.isFetchingNextPage} onClick={() => void tasks.fetchNextPage()}>
          {taskStrings.showMore}
        </Button>
      ) : null}
    </DialogSection>
  );
}

function TaskRow({ task, zone }: { task: Task; zone: string | undefined }) {
  const complete = useCompleteTask();
  const isWithoutNetwork = useIsOffline();
  const [completed, showCompleted] = useOptimistic(task.completed);
  const [isPending, startTransition] = useTransition();
  return (
    <li>
      <label className={styles.row}>
        <input
          type="checkbox"
          className={styles.box}
          checked={completed}
          disabled={isWithoutNetwork}
          onChange={({ target: { checked } }) => {
            if (isPending) return;
            startTransition(async () => {
              showCompleted(checked);
              // A failure shows a toast and reverts the checkbox.
              await complete.mutateAsync({ id: task.id, completed: checked }).catch(() => undefined);
            });
          }}
        />
        <Typography.Text
          className={styles.due ?? ''}
          delete={completed}
          type={completed ? 'secondary' : undefined}
        >
          {task.dueDate ? taskStrings.due(formatMoment(task.dueDate, zone)) : task.title}
        </Typography.Text>
        {task.completedAt && completed ? (
          <Typography.Text type="secondary">
            {taskStrings.completed(formatDay(task.completedAt, zone))}
          </Typography.Text>
        ) : null}
      </label>
    </li>
  );
}
