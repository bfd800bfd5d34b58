import { formatMoment, fromLocalInput, toLocalInput } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import { useLocations } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { RecurringTaskFields, type RecurringTaskValues } from './recurring-task-fields.tsx';
import { readRecurringTask, type RecurringTask, useUpdateRecurringTask } from './recurring-tasks.queries.ts';

const valuesOf = ({
  title,
  description,
  locationId,
  frequency,
  nextOccurrence,
  location,
}: RecurringTask) => ({
  title,
  locationId,
  frequency,
  description: description ?? '',
  nextOccurrence: toLocalInput(new Date(nextOccurrence), location.timezone),
});

const frequencies: Readonly<Record<string, string>> = strings.recurringTasks.frequency;

export function EditRecurringTaskDialog({
  task,
  open,
  onClose,
}: {
  task: RecurringTask;
  open: boolean;
  onClose: () => void;
}) {
  const update = useUpdateRecurringTask(task.id);
  const locations = useLocations(task.location);
  return (
    <FormDialog<RecurringTaskValues>
      open={open}
      title={strings.recurringTasks.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      objectId={task.id}
      initialValues={valuesOf(task)}
      edits={{
        read: async () => {
          const { body, etag } = await readRecurringTask(task.id);
          locations.add(body.location);
          return { values: valuesOf(body), etag };
        },
        labels: strings.fields,
        show: (name, value) => {
          if (name === 'locationId') return locations.nameOf(value);
          return name === 'nextOccurrence' ? formatMoment(String(value)) : frequencies[String(value)];
        },
      }}
      // Send only changed fields, to keep another user's changes and the seconds of an unchanged time.
      onSubmit={({ locationId }, { changes: { nextOccurrence, ...changes }, ifMatch }) =>
        update
          .mutateAsync({
            changes: {
              ...changes,
              ...(nextOccurrence !== undefined && {
                nextOccurrence: fromLocalInput(nextOccurrence, locations.zoneOf(locationId)),
              }),
            },
            ifMatch,
          })
          .then(onClose)
      }
      onClose={onClose}
    >
      <RecurringTaskFields location={task.location} locations={locations} />
    </FormDialog>
  );
}
