import { createTicketRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Select } from '@mainstay/ui/forms';
import {
  fieldsOf,
  labelledOptions,
  LimitedField,
  LongTextField,
  Pair,
  TextField,
} from '@mainstay/web-kit/fields';
import { type LocationChoice, LocationField } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { fieldStrings } from '../field-strings.ts';
import { EquipmentField, type NamedEquipment } from './equipment-field.tsx';

const field = fieldsOf(fieldStrings, limits);

/** The values of an edited ticket in its form. */
export const valuesOf = ({
  title,
  description,
  locationId,
  ticketType,
  priority,
  notes,
  purchaseOrder,
  equipmentId,
}: Ticket) => ({
  title,
  description,
  locationId,
  ticketType,
  priority,
  notes: notes ?? '',
  purchaseOrder: purchaseOrder ?? '',
  equipmentId: equipmentId ?? null,
});

/**
 * The form fields of a ticket.
 * @param location the one that an edited ticket has
 * @param equipment likewise
 * @param onChooseEquipment called with its name, too
 */
export function TicketFields({
  location,
  equipment,
  onChooseLocation,
  onChooseEquipment,
}: {
  location?: LocationChoice;
  equipment?: Ticket['equipment'];
  onChooseLocation?: (location: LocationChoice) => void;
  onChooseEquipment?: (equipment: NamedEquipment) => void;
}) {
  return (
    <>
      <TextField {...field('title')} />
      <LongTextField {...field('description')} rows={[3, 10]} />
      <Pair>
        <LocationField limits={limits.locationId} current={location} onChoose={onChooseLocation} />
        <EquipmentField current={equipment} onChoose={onChooseEquipment} />
      </Pair>
      <Pair>
        <LimitedField {...field('ticketType')}>
          <Select options={labelledOptions(strings.tickets.type)} />
        </LimitedField>
        <Form.Item name="priority" label={fieldStrings.priority}>
          <Select options={labelledOptions(strings.tickets.priority)} />
        </Form.Item>
      </Pair>
      <TextField {...field('purchaseOrder')} isOptional />
    </>
  );
}
