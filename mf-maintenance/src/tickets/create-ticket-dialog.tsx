import { FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { strings } from '../strings.ts';
import { EquipmentField } from './equipment-field.tsx';
import { SimilarTickets } from './similar-tickets.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { type CreateTicketRequest, useCreateTicket } from './tickets.queries.ts';

type Values = Omit<CreateTicketRequest, 'status'>;

export function CreateTicketDialog({ open, onClose }: OpenedDialog) {
  const create = useCreateTicket();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.tickets.createTitle}
      subtitle={strings.tickets.createSubtitle}
      labels={{ submit: strings.tickets.create, pending: strings.tickets.creating }}
      initialValues={{ title: '', description: '', ticketType: 'repair', priority: 'medium' }}
      onSubmit={(values, { idempotencyKey }) =>
        create.mutateAsync({ body: { ...values, status: 'incoming' }, idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <TicketFields equipment={<EquipmentField />} />
      <SimilarTickets />
    </FormDialog>
  );
}
