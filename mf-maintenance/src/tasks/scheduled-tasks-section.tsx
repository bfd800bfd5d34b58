import { Button, Placeholder } from '@mainstay/ui/base';
import { formatDay, formatMoment, kept, useIsOffline } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useOptimistic, useTransition } from 'react';
import section from '../dialog-section.module.css';
import { SectionFailed } from '../section-failed.tsx';
import { strings } from '../strings.ts';
import styles from './scheduled-tasks-section.module.css';
import { scheduledTasksQuery, type Task, useCompleteTask } from './tasks.queries.ts';

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
  const titleId = useId();

  const list = () => {
    if (tasks.isPending) return <Placeholder height="44px" />;
    if (tasks.isLoadingError) {
      return <SectionFailed problem={strings.tasks.loadFailed} onRetry={() => void tasks.refetch()} />;
    }
    const rows = tasks.data.pages.flatMap(({ items }) => items);
    if (rows.length === 0) return <p className={section.note}>{strings.tasks.none}</p>;
    return (
      <ul className={section.rows}>
        {rows.map((task) => (
          <TaskRow key={task.id} task={task} zone={zone} />
        ))}
      </ul>
    );
  };

  return (
    <section className={section.section} aria-labelledby={titleId} aria-busy={tasks.isPending}>
      <h2 className={section.title} id={titleId}>
        {strings.tasks.title}
      </h2>
      {list()}
      {tasks.hasNextPage ? (
        <Button
          className={styles.more}
          aria-busy={tasks.isFetchingNextPage}
          onClick={() => void tasks.fetchNextPage()}
        >
          {strings.tasks.showMore}
        </Button>
      ) : null}
    </section>
  );
}

function TaskRow({ task, zone }: { task: Task; zone: string | undefined }) {
  const complete = useCompleteTask();
  const isWithoutNetwork = useIsOffline();
  const [completed, showCompleted] = useOptimistic(task.completed);
  const [isPending, startTransition] = useTransition();
  return (
    <li className={styles.item}>
      <label className={styles.row} data-completed={completed || undefined}>
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
        <span className={styles.due}>
          {task.dueDate ? strings.tasks.due(formatMoment(task.dueDate, zone)) : task.title}
        </span>
        {task.completedAt && completed ? (
          <span className={styles.completed}>
            {strings.tasks.completed(formatDay(task.completedAt, zone))}
          </span>
        ) : null}
      </label>
    </li>
  );
}
