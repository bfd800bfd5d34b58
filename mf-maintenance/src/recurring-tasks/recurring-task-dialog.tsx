import { Badge, Button, Flex } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined, SyncOutlined } from '@mainstay/ui/core';
import { formatStoreMoment, isApiError, OnlineButton, useIsOffline } from '@mainstay/web-kit';
import {
  ConfirmDialog,
  DetailDialog,
  DetailHead,
  DialogActions,
  Fact,
  Facts,
  LinkedText,
} from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import { dialogStrings } from './dialog-strings.ts';
import { EditRecurringTaskDialog } from './edit-recurring-task-dialog.tsx';
import {
  type RecurringTask,
  recurringTaskQuery,
  useDeleteRecurringTask,
  useUpdateRecurringTask,
} from './recurring-tasks.queries.ts';
import { fieldStrings } from '../field-strings.ts';

interface RecurringTaskDialogProps {
  /** The task as listed, shown until the current one is loaded. */
  task: RecurringTask;
  canDelete: boolean;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
  /** Sections of other features. */
  children: ReactNode;
}

/** The detail dialog of a recurring task. */
export function RecurringTaskDialog({ task: listed, open, afterClose, ...rest }: RecurringTaskDialogProps) {
  const { data, error } = useQuery({ ...recurringTaskQuery(listed.id), enabled: open });
  // Without a network the shell says of when it is.
  const isWithoutNetwork = useIsOffline();
  const isRefused = isApiError(error);
  const task = data ?? (isRefused ? undefined : listed);
  return (
    <DetailDialog
      title={(task ?? listed).title}
      problem={isRefused || !isWithoutNetwork ? error?.message : undefined}
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
  const remove = useDeleteRecurringTask();
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  return (
    <>
      <DetailHead>
        <Flex wrap gap="small">
          <Badge variant="outline">
            <SyncOutlined /> {strings.recurringTasks.frequency[task.frequency]}
          </Badge>
          <Badge variant={task.active ? 'default' : 'secondary'}>
            {task.active ? dialogStrings.active : dialogStrings.paused}
          </Badge>
        </Flex>
      </DetailHead>
      <TaskFacts task={task} />
      {children}
      <DialogActions>
        {canDelete ? (
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-haspopup="dialog"
            onClick={() => setAsks('delete')}
          >
            {strings.delete}
          </Button>
        ) : null}
        <OnlineButton
          aria-busy={update.isPending}
          onClick={() => {
            if (!update.isPending) update.mutate({ changes: { active: !task.active } });
          }}
        >
          {task.active ? dialogStrings.pause : dialogStrings.resume}
        </OnlineButton>
        <Button icon={<EditOutlined />} aria-haspopup="dialog" onClick={() => setAsks('edit')}>
          {dialogStrings.edit}
        </Button>
      </DialogActions>
      <EditRecurringTaskDialog task={task} open={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <ConfirmDialog
        open={asks === 'delete'}
        title={dialogStrings.delete}
        prompt={dialogStrings.deletePrompt}
        subject={task.title}
        onConfirm={() => remove.mutateAsync(task.id).then(onClose)}
        onClose={() => setAsks(undefined)}
      />
    </>
  );
}

function TaskFacts({ task: { description, location, nextOccurrence } }: { task: RecurringTask }) {
  return (
    <Facts>
      {description ? (
        <Fact label={fieldStrings.description} wide>
          <LinkedText text={description} />
        </Fact>
      ) : null}
      <Fact label={fieldStrings.location}>{location.name}</Fact>
      <Fact label={fieldStrings.nextOccurrence}>
        <time dateTime={nextOccurrence}>{formatStoreMoment(nextOccurrence, location.timezone)}</time>
      </Fact>
    </Facts>
  );
}
