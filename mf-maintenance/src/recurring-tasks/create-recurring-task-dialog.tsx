import { fromLocalInput, serverNow, toLocalInput } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { useLocations } from '../locations/location-field.tsx';
import { dialogStrings } from './dialog-strings.ts';
import { RecurringTaskFields, type RecurringTaskValues } from './recurring-task-fields.tsx';
import { useCreateRecurringTask } from './recurring-tasks.queries.ts';

export function CreateRecurringTaskDialog({ open, onClose }: OpenedDialog) {
  const create = useCreateRecurringTask();
  const locations = useLocations();
  return (
    <FormDialog<RecurringTaskValues>
      open={open}
      title={dialogStrings.createTitle}
      subtitle={dialogStrings.createSubtitle}
      labels={{ submit: dialogStrings.create, pending: dialogStrings.creating }}
      initialValues={newTask()}
      onSubmit={({ checklistId, ...values }, { idempotencyKey }) => {
        const nextOccurrence = fromLocalInput(values.nextOccurrence, locations.zoneOf(values.locationId));
        // A service of the version before knows none.
        const body = { ...values, nextOccurrence, active: true, ...(checklistId && { checklistId }) };
        return create.mutateAsync({ body, idempotencyKey }).then(onClose);
      }}
      onClose={onClose}
    >
      <RecurringTaskFields locations={locations} />
    </FormDialog>
  );
}

/** What the fields show when the dialog opens; the form reads it once. */
const newTask = (): Partial<RecurringTaskValues> => ({
  title: '',
  description: '',
  frequency: 'weekly',
  nextOccurrence: toLocalInput(new Date(serverNow())),
});
