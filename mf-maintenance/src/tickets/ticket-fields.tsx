import { createTicketRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { type ReactNode } from 'react';
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

/** The form fields of a ticket. @param location the one that an edited ticket has @param equipment the field of a new one */
export function TicketFields({
  location,
  equipment,
  onChooseLocation,
}: {
  location?: LocationChoice;
  equipment?: ReactNode;
  onChooseLocation?: (location: LocationChoice) => void;
}) {
  return (
    <>
      <TitleAndDescription limits={limits} />
      <LocationField limits={limits.locationId} current={location} onChoose={onChooseLocation} />
      {equipment}
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
