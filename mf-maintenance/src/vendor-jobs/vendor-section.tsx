import { Flex, late } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import {
  formatDay,
  formatStoreMoment,
  OnlineButton,
  useFailure,
  useFailureToast,
  useMoney,
  useToast,
} from '@mainstay/web-kit';
import { LinkedText } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import section from '../parts/dialog-section.module.css';
import { DialogSection } from '../parts/dialog-section.tsx';
import { SectionFailed } from '../parts/section-failed.tsx';
import { strings as shared } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { vendorStrings as strings } from './vendor-strings.ts';
import {
  useConfirm,
  useDecideQuote,
  type VendorJob,
  vendorJobsQuery,
  type VendorQuote,
} from './vendor-jobs.queries.ts';

const dialogs = late(() => import(/* webpackChunkName: "vendor-dialogs" */ './vendor-dialogs.tsx'));

/** Which dialog is open. */
type Asks = 'send' | 'again' | 'withdraw' | 'back';

interface Props {
  ticket: Ticket;
}

/** What matters of a folded section. */
const summaryOf = ({ state, quotes }: VendorJob): string =>
  quotes.some((quote) => quote.state === 'open') ? strings.quoteWaits : strings.states[state];

/** The vendor to whom a ticket was sent: how far they are, and what they ask. */
export function VendorSection({ ticket }: Props) {
  const jobs = useQuery(vendorJobsQuery(ticket.id));
  const { loaded, whenLoaded } = dialogs.useOnPress(useFailure(shared.page.dialogFailed));
  const [asks, setAsks] = useState<Asks>();
  const ask = (next: Asks) => whenLoaded(() => setAsks(next));
  const close = () => setAsks(undefined);
  const job = jobs.data?.find(({ state }) => state !== 'withdrawn');
  const isOver = job === undefined || job.state === 'declined' || job.state === 'confirmed';
  const canSend = isOver && ticket.status !== 'solved' && Boolean(ticket.vendorId);
  if (jobs.data && !job && !canSend) return null;
  return (
    <DialogSection
      isAside
      title={strings.title}
      summary={job ? summaryOf(job) : ''}
      action={
        canSend && jobs.data ? (
          <OnlineButton size="small" aria-haspopup="dialog" onClick={() => ask('send')}>
            {strings.send}
          </OnlineButton>
        ) : null
      }
    >
      {jobs.isError ? <SectionFailed problem={strings.failed} onRetry={() => void jobs.refetch()} /> : null}
      {job ? <Job ticket={ticket} job={job} onAsk={ask} /> : null}
      {loaded && asks === 'send' ? <loaded.SendDialog ticket={ticket} onClose={close} /> : null}
      {loaded && job && asks === 'again' ? (
        <loaded.SendAgainDialog ticketId={ticket.id} job={job} onClose={close} />
      ) : null}
      {loaded && job && asks === 'back' ? (
        <loaded.SendBackDialog ticketId={ticket.id} job={job} onClose={close} />
      ) : null}
      {loaded && job ? (
        <loaded.WithdrawDialog ticketId={ticket.id} job={job} open={asks === 'withdraw'} onClose={close} />
      ) : null}
    </DialogSection>
  );
}

function Job({ ticket, job, onAsk }: { ticket: Ticket; job: VendorJob; onAsk: (asks: Asks) => void }) {
  const { state, visitAt, sentAt, reason, note, mail, vendor } = job;
  const zone = ticket.location.timezone;
  const confirm = useConfirm(ticket.id);
  const isUnderWay = state === 'sent' || state === 'accepted' || state === 'done';
  return (
    <Flex vertical gap="small">
      <div>
        <strong>{strings.states[state]}</strong>
        <p className={section.note}>{strings.sent(vendor?.name ?? '', formatDay(sentAt, zone))}</p>
        {visitAt === null ? null : (
          <p className={section.note}>{strings.visit(formatStoreMoment(visitAt, zone))}</p>
        )}
      </div>
      {isUnderWay && mail !== 'sent' ? (
        <Alert type={mail === 'failed' ? 'error' : 'info'} showIcon role="note" title={strings.mail[mail]} />
      ) : null}
      {state === 'declined' && reason ? <LinkedText text={reason} /> : null}
      {note && state !== 'sent' ? <LinkedText text={note} /> : null}
      {job.quotes.map((quote) => (
        <Quote key={quote.id} ticketId={ticket.id} quote={quote} />
      ))}
      <Flex wrap gap="small">
        {state === 'done' ? (
          <OnlineButton
            type="primary"
            size="small"
            loading={confirm.isPending}
            onClick={() => confirm.mutate(job.id)}
          >
            {strings.confirm}
          </OnlineButton>
        ) : null}
        {state === 'done' ? (
          <OnlineButton size="small" aria-haspopup="dialog" onClick={() => onAsk('back')}>
            {strings.sendBack}
          </OnlineButton>
        ) : null}
        <CopyLink link={job.link} />
        {isUnderWay ? (
          <OnlineButton size="small" aria-haspopup="dialog" onClick={() => onAsk('again')}>
            {strings.sendAgain}
          </OnlineButton>
        ) : null}
        {isUnderWay || state === 'declined' ? (
          <OnlineButton size="small" danger aria-haspopup="dialog" onClick={() => onAsk('withdraw')}>
            {strings.withdraw}
          </OnlineButton>
        ) : null}
      </Flex>
    </Flex>
  );
}

/** The address for the vendor, to be given by hand; nothing once it is dead. */
function CopyLink({ link }: { link: string | null }) {
  const toast = useToast();
  const fail = useFailureToast();
  if (link === null) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({ title: shared.success, description: strings.copied });
    } catch {
      // The browser allows it neither to every site nor without HTTPS.
      fail(strings.notCopied);
    }
  };
  return (
    <OnlineButton size="small" onClick={() => void copy()}>
      {strings.copyLink}
    </OnlineButton>
  );
}

function Quote({ ticketId, quote }: { ticketId: string; quote: VendorQuote }) {
  const money = useMoney();
  const decide = useDecideQuote(ticketId);
  const { id, amount, description, state, note } = quote;
  const isOpen = state === 'open';
  return (
    <div role="group" aria-label={`${strings.quotes}: ${money(amount)}`}>
      <div>
        <strong>{money(amount)}</strong> <span className={section.note}>{strings.quoteStates[state]}</span>
      </div>
      <LinkedText text={description} />
      {note ? <p className={section.note}>{note}</p> : null}
      {isOpen ? (
        <Flex gap="small" className={section.actions}>
          <OnlineButton
            type="primary"
            size="small"
            loading={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'approve' })}
          >
            {strings.approve}
          </OnlineButton>
          <OnlineButton
            size="small"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'decline' })}
          >
            {strings.decline}
          </OnlineButton>
        </Flex>
      ) : null}
    </div>
  );
}
