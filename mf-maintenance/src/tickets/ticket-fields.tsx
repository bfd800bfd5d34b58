import { createTicketRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { inputLimits } from '@mainstay/web-kit';
import { type LocationChoice, LocationField } from '../locations/location-field.tsx';
import { labelledOptions, RequestField, TitleAndDescription } from '../request-fields.tsx';
import { strings } from '../strings.ts';
import { type Ticket } from './tickets.queries.ts';

/** The values of an edited ticket in its form. */
export const valuesOf = ({
  title,
  description,
  locationId,
  ticketType,
  priority,
  notes,
  purchaseOrder,
}: Ticket) => ({
  title,
  description,
  locationId,
  ticketType,
  priority,
  notes: notes ?? '',
  purchaseOrder: purchaseOrder ?? '',
});

/** The form fields of a ticket. @param location the one that an edited ticket has */
export function TicketFields({
  location,
  onChooseLocation,
}: {
  location?: LocationChoice;
  onChooseLocation?: (location: LocationChoice) => void;
}) {
  return (
    <>
      <TitleAndDescription limits={limits} />
      <LocationField limits={limits.locationId} current={location} onChoose={onChooseLocation} />
      <RequestField name="ticketType" limits={limits.ticketType}>
        <Select options={labelledOptions(strings.tickets.type)} />
      </RequestField>
      <Form.Item name="priority" label={strings.fields.priority}>
        <Select options={labelledOptions(strings.tickets.priority)} />
      </Form.Item>
      <RequestField name="purchaseOrder" limits={limits.purchaseOrder}>
        <Input
          {...inputLimits(limits.purchaseOrder)}
          autoComplete="off"
          placeholder={strings.fields.optional}
        />
      </RequestField>
    </>
  );
}
