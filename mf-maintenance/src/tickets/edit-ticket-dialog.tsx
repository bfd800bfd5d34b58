import { updateTicketRequest as limits } from '@mainstay/svc-core/limits';
import { EditDialog, LongTextField } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { useLocations } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { TicketFields, valuesOf } from './ticket-fields.tsx';
import { readTicket, type Ticket, useUpdateTicket } from '../ticket-data/tickets.queries.ts';
import { detailStrings } from './detail-strings.ts';
import { fieldStrings } from '../field-strings.ts';

const words: Record<string, Readonly<Record<string, string>>> = {
  priority: strings.tickets.priority,
  ticketType: strings.tickets.type,
};

interface EditTicketDialogProps extends OpenedDialog {
  ticket: Ticket;
}

export function EditTicketDialog({ ticket, ...dialog }: EditTicketDialogProps) {
  const update = useUpdateTicket(ticket.id);
  const locations = useLocations();
  return (
    <EditDialog<ReturnType<typeof valuesOf>, Ticket>
      {...dialog}
      thing={ticket}
      read={async (id) => {
        const version = await readTicket(id);
        locations.add(version.body.location);
        return version;
      }}
      valuesOf={valuesOf}
      title={detailStrings.editTitle}
      labels={fieldStrings}
      show={(name, value) => (name === 'locationId' ? locations.nameOf(value) : words[name]?.[String(value)])}
      send={({ changes, ifMatch }) => update.mutateAsync({ changes, ifMatch })}
    >
      <TicketFields location={ticket.location} onChooseLocation={locations.add} />
      <LongTextField name="notes" label={fieldStrings.notes} limits={limits.notes} isOptional />
    </EditDialog>
  );
}
