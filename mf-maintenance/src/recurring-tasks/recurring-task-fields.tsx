import { createRecurringTaskRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { fieldRules, inputLimits } from '@mainstay/web-kit';
import { labelledOptions, LocationField } from '../fields.tsx';
import { strings } from '../strings.ts';
import { type RecurringTask } from './recurring-tasks.queries.ts';

/** What the fields hold; `nextOccurrence` as the `datetime-local` input has it. */
export type RecurringTaskValues = Pick<
  RecurringTask,
  'title' | 'locationId' | 'frequency' | 'nextOccurrence'
> & { description: string };

/** What a person says about a recurring task. @param location the one it has, when it has one */
export function RecurringTaskFields({
  location,
  onChooseLocation,
}: {
  location?: RecurringTask['location'];
  onChooseLocation?: (location: RecurringTask['location']) => void;
}) {
  return (
    <>
      <Form.Item
        name="title"
        label={strings.fields.title}
        rules={fieldRules(limits.title, strings.fields.title)}
      >
        <Input {...inputLimits(limits.title)} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="description"
        label={strings.fields.description}
        rules={fieldRules(limits.description, strings.fields.description)}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} placeholder={strings.fields.optional} />
      </Form.Item>
      <LocationField limits={limits.locationId} current={location} onChoose={onChooseLocation} />
      <Form.Item
        name="frequency"
        label={strings.fields.frequency}
        rules={fieldRules(limits.frequency, strings.fields.frequency)}
      >
        <Select options={labelledOptions(strings.recurringTasks.frequency)} />
      </Form.Item>
      <Form.Item
        name="nextOccurrence"
        label={strings.fields.nextOccurrence}
        rules={fieldRules(limits.nextOccurrence, strings.fields.nextOccurrence)}
      >
        <Input type="datetime-local" />
      </Form.Item>
    </>
  );
}
