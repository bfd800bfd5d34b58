import { FormDialog, fromLocalInput, toLocalInput } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { RecurringTaskFields, type RecurringTaskValues } from './recurring-task-fields.tsx';
import { useCreateRecurringTask } from './recurring-tasks.queries.ts';

export function CreateRecurringTaskDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateRecurringTask();
  return (
    <FormDialog<RecurringTaskValues>
      open={open}
      title={strings.recurringTasks.createTitle}
      subtitle={strings.recurringTasks.createSubtitle}
      labels={{
        cancel: strings.cancel,
        submit: strings.recurringTasks.create,
        pending: strings.recurringTasks.creating,
      }}
      initialValues={newTask()}
      onSubmit={(values, { idempotencyKey }) => {
        const body = { ...values, nextOccurrence: fromLocalInput(values.nextOccurrence), active: true };
        return create.mutateAsync({ body, idempotencyKey }).then(onClose);
      }}
      onClose={onClose}
    >
      <RecurringTaskFields />
    </FormDialog>
  );
}

/** What the fields show when the dialog opens; the form reads it once. */
const newTask = (): Partial<RecurringTaskValues> => ({
  title: '',
  description: '',
  frequency: 'weekly',
  nextOccurrence: toLocalInput(new Date()),
});
