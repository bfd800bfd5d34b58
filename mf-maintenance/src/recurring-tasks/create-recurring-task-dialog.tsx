import { Form, Input, Select } from '@mainstay/ui/forms';
import { FormDialog } from '@mainstay/web-kit';
import { fromLocalInput, toLocalInput } from '../dates.ts';
import { labelledOptions, LocationField, required, TITLE_LENGTH } from '../fields.tsx';
import { strings } from '../strings.ts';
import { type CreateRecurringTaskRequest, useCreateRecurringTask } from './recurring-tasks.queries.ts';

interface Values extends Pick<CreateRecurringTaskRequest, 'title' | 'locationId' | 'frequency'> {
  description: string;
  /** As the `datetime-local` input holds it. */
  nextOccurrence: string;
}

export function CreateRecurringTaskDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateRecurringTask();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.recurringTasks.createTitle}
      subtitle={strings.recurringTasks.createSubtitle}
      labels={{
        cancel: strings.cancel,
        submit: strings.recurringTasks.create,
        pending: strings.recurringTasks.creating,
      }}
      initialValues={{
        title: '',
        description: '',
        frequency: 'weekly',
        nextOccurrence: toLocalInput(new Date()),
      }}
      onSubmit={(values) =>
        create
          .mutateAsync({ ...values, nextOccurrence: fromLocalInput(values.nextOccurrence), active: true })
          .then(onClose)
      }
      onClose={onClose}
    >
      <Form.Item name="title" label={strings.fields.title} rules={[required(strings.fields.title)]}>
        <Input maxLength={TITLE_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={strings.fields.description}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} placeholder={strings.fields.optional} />
      </Form.Item>
      <LocationField />
      <Form.Item
        name="frequency"
        label={strings.fields.frequency}
        rules={[required(strings.fields.frequency)]}
      >
        <Select virtual={false} options={labelledOptions(strings.recurringTasks.frequency)} />
      </Form.Item>
      <Form.Item
        name="nextOccurrence"
        label={strings.fields.nextOccurrence}
        rules={[required(strings.fields.nextOccurrence)]}
      >
        <Input type="datetime-local" />
      </Form.Item>
    </FormDialog>
  );
}
