import { createTicketRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { fieldRules, inputLimits } from '@mainstay/web-kit';
import { labelledOptions, LocationField } from '../fields.tsx';
import { strings } from '../strings.ts';
import { type Ticket } from './tickets.queries.ts';

/** What a person says about a ticket. @param location the one it has, when it has one */
export function TicketFields({
  location,
  onChooseLocation,
}: {
  location?: Ticket['location'];
  onChooseLocation?: (location: Ticket['location']) => void;
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
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <LocationField limits={limits.locationId} current={location} onChoose={onChooseLocation} />
      <Form.Item
        name="ticketType"
        label={strings.fields.type}
        rules={fieldRules(limits.ticketType, strings.fields.type)}
      >
        <Select options={labelledOptions(strings.tickets.type)} />
      </Form.Item>
      <Form.Item name="priority" label={strings.fields.priority}>
        <Select options={labelledOptions(strings.tickets.priority)} />
      </Form.Item>
    </>
  );
}
