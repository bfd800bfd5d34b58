import { returnToVendorRequest, sendToVendorRequest as limits } from '@mainstay/svc-core/limits';
import { ConfirmDialog, FormDialog } from '@mainstay/web-kit/forms';
import { LongTextField, TextField } from '@mainstay/web-kit/fields';
import { useQuery } from '@tanstack/react-query';
import { vendorQuery } from './vendor.query.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { vendorStrings as strings } from './vendor-strings.ts';
import {
  useSendAgain,
  useSendBack,
  useSendToVendor,
  useWithdraw,
  type VendorJob,
} from './vendor-jobs.queries.ts';

const emailField = {
  name: 'email',
  label: strings.email,
  limits: { ...limits.email, required: true },
} as const;

/** Sends a ticket to its vendor: an address, and a message that goes along. */
export function SendDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const send = useSendToVendor(ticket.id);
  const { data: vendor, isPending } = useQuery(vendorQuery(ticket.vendorId ?? ''));
  if (isPending) return null;
  return (
    <FormDialog<{ email: string; message?: string }>
      open
      title={strings.send}
      labels={{ submit: strings.send, pending: strings.sending }}
      objectId={ticket.id}
      initialValues={{ email: vendor?.email ?? '', message: '' }}
      onSubmit={({ email, message }, { idempotencyKey: key }) =>
        send.mutateAsync({ body: { email, message: message || null }, key }).then(onClose)
      }
      onClose={onClose}
    >
      <p>{strings.sendHint}</p>
      <TextField {...emailField} />
      <LongTextField
        name="message"
        label={strings.message}
        limits={limits.message}
        rows={[3, 8]}
        isOptional
      />
    </FormDialog>
  );
}

interface JobDialogProps {
  ticketId: string;
  job: VendorJob;
  onClose: () => void;
}

/** Sends the mail again; another address gets another link. */
export function SendAgainDialog({ ticketId, job, onClose }: JobDialogProps) {
  const send = useSendAgain(ticketId);
  return (
    <FormDialog<{ email: string }>
      open
      title={strings.sendAgain}
      labels={{ submit: strings.sendAgain, pending: strings.sending }}
      objectId={job.id}
      initialValues={{ email: job.email }}
      onSubmit={({ email }, { idempotencyKey: key }) =>
        send.mutateAsync({ id: job.id, email, key }).then(onClose)
      }
      onClose={onClose}
    >
      <TextField {...emailField} />
    </FormDialog>
  );
}

/** What is done goes back to the vendor, with a note. */
export function SendBackDialog({ ticketId, job, onClose }: JobDialogProps) {
  const send = useSendBack(ticketId);
  return (
    <FormDialog<{ note: string }>
      open
      title={strings.sendBack}
      labels={{ submit: strings.sendBack, pending: strings.sendingBack }}
      objectId={job.id}
      initialValues={{ note: '' }}
      onSubmit={({ note }, { idempotencyKey: key }) =>
        send.mutateAsync({ id: job.id, note, key }).then(onClose)
      }
      onClose={onClose}
    >
      <LongTextField name="note" label={strings.note} limits={returnToVendorRequest.note} rows={[3, 8]} />
    </FormDialog>
  );
}

export function WithdrawDialog({ ticketId, job, open, onClose }: JobDialogProps & { open: boolean }) {
  const withdraw = useWithdraw(ticketId);
  return (
    <ConfirmDialog
      open={open}
      title={strings.withdraw}
      prompt={strings.withdrawPrompt}
      subject={job.vendor?.name}
      onConfirm={() => withdraw.mutateAsync(job.id).then(onClose)}
      onClose={onClose}
    />
  );
}
