import { FormDialog } from '@mainstay/web-kit/forms';
import { strings } from '../strings.ts';
import { EquipmentField } from './equipment-field.tsx';
import { SimilarTickets } from './similar-tickets.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { type CreateTicketRequest, useCreateTicket } from './tickets.queries.ts';

type Values = Omit<CreateTicketRequest, 'status'>;

export function CreateTicketDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateTicket();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.tickets.createTitle}
      subtitle={strings.tickets.createSubtitle}
      labels={{ cancel: strings.cancel, submit: strings.tickets.create, pending: strings.tickets.creating }}
      objectId={undefined}
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
