import { Form, Input, Select } from '@mainstay/ui/forms';
import { FormDialog } from '@mainstay/web-kit';
import { labelledOptions, LocationField, required, TITLE_LENGTH } from '../fields.tsx';
import { strings } from '../strings.ts';
import { type CreateTicketRequest, useCreateTicket } from './tickets.queries.ts';

type Values = Pick<CreateTicketRequest, 'title' | 'description' | 'locationId' | 'ticketType' | 'priority'>;

export function CreateTicketDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateTicket();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.tickets.createTitle}
      subtitle={strings.tickets.createSubtitle}
      labels={{ cancel: strings.cancel, submit: strings.tickets.create, pending: strings.tickets.creating }}
      initialValues={{ title: '', description: '', ticketType: 'repair', priority: 'medium' }}
      onSubmit={(values) => create.mutateAsync({ ...values, status: 'incoming' }).then(onClose)}
      onClose={onClose}
    >
      <Form.Item name="title" label={strings.fields.title} rules={[required(strings.fields.title)]}>
        <Input maxLength={TITLE_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="description"
        label={strings.fields.description}
        rules={[required(strings.fields.description)]}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <LocationField />
      <Form.Item name="ticketType" label={strings.fields.type} rules={[required(strings.fields.type)]}>
        <Select virtual={false} options={labelledOptions(strings.tickets.type)} />
      </Form.Item>
      <Form.Item name="priority" label={strings.fields.priority} rules={[required(strings.fields.priority)]}>
        <Select virtual={false} options={labelledOptions(strings.tickets.priority)} />
      </Form.Item>
    </FormDialog>
  );
}
