import { FormDialog } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { useLoaded } from '../use-loaded.ts';
import { TicketFields } from './ticket-fields.tsx';
import { type CreateTicketRequest, useCreateTicket } from './tickets.queries.ts';

type Values = Pick<CreateTicketRequest, 'title' | 'description' | 'locationId' | 'ticketType' | 'priority'>;

const loadSimilarTickets = async () => (await import('./similar-tickets.tsx')).SimilarTickets;

export function CreateTicketDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateTicket();
  return (
    <FormDialog<Values>
      open={open}
      title={strings.tickets.createTitle}
      subtitle={strings.tickets.createSubtitle}
      labels={{ cancel: strings.cancel, submit: strings.tickets.create, pending: strings.tickets.creating }}
      initialValues={{ title: '', description: '', ticketType: 'repair', priority: 'medium' }}
      onSubmit={(values, { idempotencyKey }) =>
        create.mutateAsync({ body: { ...values, status: 'incoming' }, idempotencyKey }).then(onClose)
      }
      onClose={onClose}
    >
      <TicketFields />
      <Similar />
    </FormDialog>
  );
}

/** Similar tickets, whose code is loaded with the form. They stop nobody, and neither does their absence. */
function Similar() {
  const { part: SimilarTickets } = useLoaded(loadSimilarTickets);
  return SimilarTickets ? <SimilarTickets /> : null;
}
