import { updateTicketRequest as limits } from '@mainstay/svc-core/limits';
import { EditDialog, LongTextField } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { useLocations } from '../locations/location-field.tsx';
import { strings } from '../strings.ts';
import { type NamedEquipment } from './equipment-field.tsx';
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
  // The names of what two edits that conflict may have chosen.
  const [equipment] = useState(() => new Map<unknown, string>());
  const learn = (named: NamedEquipment | null | undefined) =>
    named && void equipment.set(named.id, named.name);
  return (
    <EditDialog<ReturnType<typeof valuesOf>, Ticket>
      {...dialog}
      thing={ticket}
      read={async (id) => {
        const version = await readTicket(id);
        locations.add(version.body.location);
        learn(version.body.equipment);
        return version;
      }}
      valuesOf={valuesOf}
      title={detailStrings.editTitle}
      labels={fieldStrings}
      show={(name, value) => {
        if (name === 'locationId') return locations.nameOf(value);
        return name === 'equipmentId' ? equipment.get(value) : words[name]?.[String(value)];
      }}
      send={({ changes, ifMatch }) =>
        update.mutateAsync({
          // JSON would leave out what was cleared.
          changes:
            'equipmentId' in changes ? { ...changes, equipmentId: changes.equipmentId ?? null } : changes,
          ifMatch,
        })
      }
    >
      <TicketFields
        location={ticket.location}
        equipment={ticket.equipment}
        onChooseLocation={locations.add}
        onChooseEquipment={learn}
      />
      <LongTextField name="notes" label={fieldStrings.notes} limits={limits.notes} isOptional />
    </EditDialog>
  );
}
