import { createRecurringTaskRequest as limits } from '@mainstay/svc-core/limits';
import { Input, Select } from '@mainstay/ui/forms';
import { LocationField } from '../locations/location-field.tsx';
import { labelledOptions, RequestField, TitleAndDescription } from '../request-fields.tsx';
import { strings } from '../strings.ts';
import { type RecurringTask } from './recurring-tasks.queries.ts';

/** The form values; `nextOccurrence` is the value of a `datetime-local` input. */
export type RecurringTaskValues = Pick<
  RecurringTask,
  'title' | 'locationId' | 'frequency' | 'nextOccurrence'
> & { description: string };

/** The form fields of a recurring task. @param location the one that an edited task has */
export function RecurringTaskFields({
  location,
  onChooseLocation,
}: {
  location?: RecurringTask['location'];
  onChooseLocation?: (location: RecurringTask['location']) => void;
}) {
  return (
    <>
      <TitleAndDescription limits={limits} descriptionPlaceholder={strings.fields.optional} />
      <LocationField limits={limits.locationId} current={location} onChoose={onChooseLocation} />
      <RequestField name="frequency" limits={limits.frequency}>
        <Select options={labelledOptions(strings.recurringTasks.frequency)} />
      </RequestField>
      <RequestField name="nextOccurrence" limits={limits.nextOccurrence}>
        <Input type="datetime-local" />
      </RequestField>
    </>
  );
}
