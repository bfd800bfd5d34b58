import { FormDialog } from '@mainstay/web-kit/forms';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { SimilarTickets } from './similar-tickets.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { type CreateTicketRequest, useCreateTicket } from '../ticket-data/tickets.queries.ts';
import { detailStrings } from './detail-strings.ts';

type Values = Omit<CreateTicketRequest, 'status'>;

export function CreateTicketDialog({ open, onClose }: OpenedDialog) {
  const create = useCreateTicket();
  return (
    <FormDialog<Values>
      open={open}
      title={detailStrings.createTitle}
      subtitle={detailStrings.createSubtitle}
      labels={{ submit: detailStrings.create, pending: detailStrings.creating }}
      initialValues={{ title: '', description: '', ticketType: 'repair', priority: 'medium' }}
      onSubmit={(values, { idempotencyKey }) =>
        create.mutateAsync({ body: { ...values, status: 'incoming' }, idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <TicketFields />
      <SimilarTickets />
    </FormDialog>
  );
}
