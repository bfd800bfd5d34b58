import { formatMoment, fromLocalInput, toLocalInput } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { EditDialog } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { activeChecklistsQuery } from '../checklists/checklists.queries.ts';
import { useLocations } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { dialogStrings } from './dialog-strings.ts';
import { RecurringTaskFields, type RecurringTaskValues } from './recurring-task-fields.tsx';
import { readRecurringTask, type RecurringTask, useUpdateRecurringTask } from './recurring-tasks.queries.ts';
import { fieldStrings } from '../field-strings.ts';

const valuesOf = ({
  title,
  description,
  locationId,
  frequency,
  nextOccurrence,
  checklistId,
  location,
}: RecurringTask) => ({
  title,
  locationId,
  frequency,
  description: description ?? '',
  nextOccurrence: toLocalInput(new Date(nextOccurrence), location.timezone),
  checklistId,
});

const frequencies: Readonly<Record<string, string>> = strings.recurringTasks.frequency;

export function EditRecurringTaskDialog({ task, ...dialog }: OpenedDialog & { task: RecurringTask }) {
  const update = useUpdateRecurringTask(task.id);
  const locations = useLocations(task.location);
  const { data: checklists = [] } = useQuery(activeChecklistsQuery);
  return (
    <EditDialog<RecurringTaskValues, RecurringTask>
      {...dialog}
      thing={task}
      read={async (id) => {
        const version = await readRecurringTask(id);
        locations.add(version.body.location);
        return version;
      }}
      valuesOf={valuesOf}
      title={dialogStrings.editTitle}
      labels={fieldStrings}
      show={(name, value) => {
        if (name === 'locationId') return locations.nameOf(value);
        if (name === 'checklistId') return checklists.find(({ id }) => id === value)?.name;
        return name === 'nextOccurrence' ? formatMoment(String(value)) : frequencies[String(value)];
      }}
      // An unchanged time keeps its seconds.
      send={({ changes: { nextOccurrence, ...changes }, ifMatch }, { locationId, checklistId }) =>
        update.mutateAsync({
          changes: {
            ...changes,
            ...('checklistId' in changes && { checklistId: checklistId ?? null }),
            ...(nextOccurrence !== undefined && {
              nextOccurrence: fromLocalInput(nextOccurrence, locations.zoneOf(locationId)),
            }),
          },
          ifMatch,
        })
      }
    >
      <RecurringTaskFields location={task.location} locations={locations} />
    </EditDialog>
  );
}
