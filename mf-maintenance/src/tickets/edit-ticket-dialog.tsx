import { updateTicketRequest as limits } from '@mainstay/svc-core/limits';
import { Input } from '@mainstay/ui/forms';
import { inputLimits } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import { useLocations } from '../locations/location-field.tsx';
import { RequestField } from '../request-fields.tsx';
import { strings } from '../strings.ts';
import { TicketFields, valuesOf } from './ticket-fields.tsx';
import { readTicket, type Ticket, useUpdateTicket } from './tickets.queries.ts';

const words: Record<string, Readonly<Record<string, string>>> = {
  priority: strings.tickets.priority,
  ticketType: strings.tickets.type,
};

export interface EditTicketDialogProps {
  ticket: Ticket;
  open: boolean;
  onClose: () => void;
}

export function EditTicketDialog({ ticket, open, onClose }: EditTicketDialogProps) {
  const update = useUpdateTicket(ticket.id);
  const locations = useLocations();
  return (
    <FormDialog<ReturnType<typeof valuesOf>>
      open={open}
      title={strings.tickets.editTitle}
      labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
      objectId={ticket.id}
      initialValues={valuesOf(ticket)}
      edits={{
        read: async () => {
          const { body, etag } = await readTicket(ticket.id);
          locations.add(body.location);
          return { values: valuesOf(body), etag };
        },
        labels: strings.fields,
        show: (name, value) =>
          name === 'locationId' ? locations.nameOf(value) : words[name]?.[String(value)],
      }}
      // Send only changed fields, to keep another user's changes to the others.
      onSubmit={(_values, { changes, ifMatch }) => update.mutateAsync({ changes, ifMatch }).then(onClose)}
      onClose={onClose}
    >
      <TicketFields location={ticket.location} onChooseLocation={locations.add} />
      <RequestField name="notes" limits={limits.notes}>
        <Input.TextArea
          {...inputLimits(limits.notes)}
          autoSize={{ minRows: 2, maxRows: 10 }}
          placeholder={strings.fields.optional}
        />
      </RequestField>
    </FormDialog>
  );
}
