import { Badge, Button } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, SyncOutlined } from '@mainstay/ui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { formatMoment } from '../dates.ts';
import { DetailDialog } from '../detail-dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { Fact, Facts } from '../facts.tsx';
import { strings } from '../strings.ts';
import { EditRecurringTaskDialog } from './edit-recurring-task-dialog.tsx';
import styles from './recurring-task-dialog.module.css';
import {
  type RecurringTask,
  recurringTaskQuery,
  useDeleteRecurringTask,
  useUpdateRecurringTask,
} from './recurring-tasks.queries.ts';

interface RecurringTaskDialogProps {
  /** The recurring task as the list knows it. */
  task: RecurringTask;
  /** Whether the user may delete it. */
  canDelete: boolean;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
  /** What other features say about it. */
  children: ReactNode;
}

/** Everything about one recurring task, and what can be done with it. */
export function RecurringTaskDialog({ task: listed, open, afterClose, ...rest }: RecurringTaskDialogProps) {
  const { data: task, error } = useQuery({
    ...recurringTaskQuery(listed.id),
    enabled: open,
    placeholderData: listed,
  });
  return (
    <DetailDialog
      title={(task ?? listed).title}
      problem={error?.message}
      open={open}
      onClose={rest.onClose}
      afterClose={afterClose}
    >
      {task ? <RecurringTaskDetail task={task} {...rest} /> : null}
    </DetailDialog>
  );
}

function RecurringTaskDetail({
  task,
  canDelete,
  onClose,
  children,
}: Omit<RecurringTaskDialogProps, 'task' | 'open' | 'afterClose'> & { task: RecurringTask }) {
  const update = useUpdateRecurringTask(task.id);
  const remove = useDeleteRecurringTask(task.id);
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  return (
    <>
      <div className={styles.badges}>
        <Badge variant="outline">
          <SyncOutlined /> {strings.recurringTasks.frequency[task.frequency]}
        </Badge>
        <Badge variant={task.active ? 'default' : 'secondary'}>
          {task.active ? strings.recurringTasks.active : strings.recurringTasks.paused}
        </Badge>
      </div>
      <Facts>
        {task.description ? (
          <Fact label={strings.fields.description} wide>
            {task.description}
          </Fact>
        ) : null}
        <Fact label={strings.fields.location}>{task.location.name}</Fact>
        <Fact label={strings.fields.nextOccurrence}>
          <time dateTime={task.nextOccurrence}>{formatMoment(task.nextOccurrence)}</time>
        </Fact>
      </Facts>
      {children}
      <DialogActions>
        {canDelete ? (
          <Button type="text" danger icon={<DeleteOutlined />} onClick={() => setAsks('delete')}>
            {strings.delete}
          </Button>
        ) : null}
        <Button
          aria-busy={update.isPending}
          onClick={() => {
            if (!update.isPending) update.mutate({ changes: { active: !task.active } });
          }}
        >
          {task.active ? strings.recurringTasks.pause : strings.recurringTasks.resume}
        </Button>
        <Button icon={<EditOutlined />} onClick={() => setAsks('edit')}>
          {strings.recurringTasks.edit}
        </Button>
      </DialogActions>
      <EditRecurringTaskDialog task={task} open={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <ConfirmDialog
        open={asks === 'delete'}
        title={strings.recurringTasks.delete}
        labels={{ submit: strings.delete, pending: strings.deleting }}
        prompt={strings.recurringTasks.deletePrompt}
        subject={task.title}
        onConfirm={() => remove.mutateAsync().then(onClose)}
        onClose={() => setAsks(undefined)}
      />
    </>
  );
}
