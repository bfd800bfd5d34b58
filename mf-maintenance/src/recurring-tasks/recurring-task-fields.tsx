import { createRecurringTaskRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { fromLocalInput, isMoment, momentRule, otherZone, serverNow, toLocalInput } from '@mainstay/web-kit';
import { fieldsOf, labelledOptions, LimitedField, LongTextField, TextField } from '@mainstay/web-kit/fields';
import { ChecklistField } from '../checklists/checklist-field.tsx';
import { LocationField, type useLocations } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { dialogStrings } from './dialog-strings.ts';
import { type RecurringTask } from './recurring-tasks.queries.ts';
import { fieldStrings } from '../field-strings.ts';

const field = fieldsOf(fieldStrings, limits);

/** The form values; `nextOccurrence` is the value of a `datetime-local` input. */
export type RecurringTaskValues = Pick<
  RecurringTask,
  'title' | 'locationId' | 'frequency' | 'nextOccurrence'
> & { description: string; checklistId?: string | null | undefined };

/**
 * The form fields of a recurring task.
 * @param location the one that an edited task has
 */
export function RecurringTaskFields({
  location,
  locations,
}: {
  location?: RecurringTask['location'];
  locations: ReturnType<typeof useLocations>;
}) {
  const form = Form.useFormInstance<RecurringTaskValues>();
  const chosen: unknown = Form.useWatch('locationId', form);
  const moment: unknown = Form.useWatch('nextOccurrence', form);
  const zone = locations.zoneOf(chosen);
  const other =
    typeof moment === 'string' && isMoment(moment)
      ? otherZone(fromLocalInput(moment, zone), zone)
      : undefined;
  return (
    <>
      <TextField {...field('title')} />
      <LongTextField {...field('description')} rows={[3, 10]} isOptional />
      <LocationField
        limits={limits.locationId}
        current={location}
        onChoose={(store) => {
          locations.add(store);
          // A new task begins now, by the clock of its store.
          if (!location && !form.isFieldTouched('nextOccurrence'))
            form.setFieldValue('nextOccurrence', toLocalInput(new Date(serverNow()), store.timezone));
        }}
      />
      <LimitedField {...field('frequency')}>
        <Select options={labelledOptions(strings.recurringTasks.frequency)} />
      </LimitedField>
      <LimitedField
        {...field('nextOccurrence')}
        extra={other === undefined ? dialogStrings.storeTime : dialogStrings.otherZone(other)}
        rules={[momentRule]}
      >
        <Input type="datetime-local" max="2999-12-31T23:59" />
      </LimitedField>
      <ChecklistField isOptional />
    </>
  );
}
