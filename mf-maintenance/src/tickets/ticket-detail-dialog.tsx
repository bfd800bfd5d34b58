import { Button, Placeholder } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { failureWords, formatStoreMoment, isApiError, useIsOffline } from '@mainstay/web-kit';
import {
  ConfirmDialog,
  DetailDialog,
  DialogActions,
  Fact,
  Facts,
  LinkedText,
  asideClass,
} from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AssigneeField } from './assignee-field.tsx';
import { ClockDialogs } from '../clock/clock-dialogs.tsx';
import { DueFacts } from '../clock/due-facts.tsx';
import { ApprovalNotice, useDecision } from '../costs/approval.tsx';
import { strings } from '../strings.ts';
import { EditTicketDialog } from './edit-ticket-dialog.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import { ReportSection } from './report-section.tsx';
import { StatusField } from './status-field.tsx';
import styles from './ticket-detail-dialog.module.css';
import { TicketHead } from './ticket-head.tsx';
import { type StatusMove } from '../ticket-data/status-moves.ts';
import { type StatusRefusal } from '../ticket-data/use-status-change.tsx';
import { type Ticket, ticketQuery, useDeleteTicket } from '../ticket-data/tickets.queries.ts';
import { detailStrings } from './detail-strings.ts';
import { fieldStrings } from '../field-strings.ts';

export interface TicketDialogProps {
  /** The id that the address has, which may be of no ticket at all. */
  ticketId: string;
  /** The ticket as listed, shown until the current one is loaded. */
  listed: Ticket | undefined;
  /** Administrators delete tickets and decide about costs. */
  isAdmin: boolean;
  open: boolean;
  /** The changes of status that are under way. */
  moves: readonly StatusMove[];
  /** Why the last one was refused. */
  refusal: StatusRefusal | undefined;
  onStatus: (move: StatusMove) => void;
  onClose: () => void;
  afterClose: () => void;
  /** Sections of other features. */
  children: (ticket: Ticket) => ReactNode;
}

/** Anything else would be another path of the API. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A service of the version before has no numbers. */
const nameOf = ({ number, title }: Ticket) =>
  number === undefined ? title : detailStrings.numbered(number, title);

/** The detail dialog of a ticket, which is read by its id: it may be in no list that is loaded. */
export function TicketDetailDialog({ ticketId, listed, open, afterClose, ...rest }: TicketDialogProps) {
  const isId = ID.test(ticketId);
  const { data, error, isPending } = useQuery({ ...ticketQuery(ticketId), enabled: open && isId });
  // Without a network the shell says of when it is.
  const isWithoutNetwork = useIsOffline();
  const isRefused = isApiError(error);
  const ticket = data?.body ?? (isRefused ? undefined : listed);
  const isGone = !isId || (isRefused && error.status === 404);
  const isShown = ticket && !isRefused && isWithoutNetwork;
  return (
    <DetailDialog
      title={(ticket ?? listed)?.title ?? detailStrings.unnamed}
      problem={
        isGone
          ? detailStrings.gone
          : isShown
            ? undefined
            : error
              ? failureWords(error.message, error)
              : undefined
      }
      open={open}
      isDesk
      hasAddress
      pageTitle={ticket && nameOf(ticket)}
      onClose={rest.onClose}
      afterClose={afterClose}
    >
      {ticket ? <TicketDetail ticket={ticket} {...rest} /> : null}
      {!ticket && isPending && isId ? <Placeholder height="320px" /> : null}
    </DetailDialog>
  );
}

function TicketDetail({
  ticket,
  isAdmin,
  moves,
  refusal,
  onStatus,
  onClose,
  children,
}: Omit<TicketDialogProps, 'ticketId' | 'listed' | 'open' | 'afterClose'> & { ticket: Ticket }) {
  const remove = useDeleteTicket();
  const [asks, setAsks] = useState<'edit' | 'remove' | 'due' | 'pause'>();
  const decision = useDecision(ticket);
  const decide = isAdmin ? decision.decide : undefined;
  const zone = ticket.location.timezone;
  return (
    <>
      <TicketHead ticket={ticket}>
        <ApprovalNotice ticket={ticket} decide={decide} />
      </TicketHead>
      <div className={`${styles.controls} ${asideClass}`}>
        <StatusField ticket={ticket} moves={moves} refusal={refusal} onStatus={onStatus} decide={decide} />
        <div className={styles.priority}>
          <Facts>
            <Fact label={fieldStrings.priority}>
              <PriorityBadge priority={ticket.priority} />
            </Fact>
          </Facts>
        </div>
        <AssigneeField ticket={ticket} />
      </div>
      <Facts>
        <Fact label={fieldStrings.description} wide>
          <LinkedText text={ticket.description} />
        </Fact>
      </Facts>
      <div className={`${styles.facts} ${asideClass}`}>
        <Facts>
          <Fact label={fieldStrings.type}>{strings.tickets.type[ticket.ticketType]}</Fact>
          <Fact label={fieldStrings.location}>{ticket.location.name}</Fact>
          <Fact label={fieldStrings.createdAt}>
            <time dateTime={ticket.createdAt}>{formatStoreMoment(ticket.createdAt, zone)}</time>
          </Fact>
          {ticket.equipment ? <Fact label={fieldStrings.equipment}>{ticket.equipment.name}</Fact> : null}
          {ticket.purchaseOrder ? (
            <Fact label={fieldStrings.purchaseOrder}>{ticket.purchaseOrder}</Fact>
          ) : null}
        </Facts>
        {ticket.dueState === undefined ? null : <DueFacts ticket={ticket} onAsk={setAsks} />}
      </div>
      {ticket.notes ? (
        <div className={styles.facts}>
          <Facts>
            <Fact label={fieldStrings.notes} wide>
              <LinkedText text={ticket.notes} />
            </Fact>
          </Facts>
        </div>
      ) : null}
      {ticket.report ? <ReportSection report={ticket.report} /> : null}
      {children(ticket)}
      <DialogActions>
        {isAdmin ? (
          <Button type="text" danger icon={<DeleteOutlined />} onClick={() => setAsks('remove')}>
            {detailStrings.remove}
          </Button>
        ) : null}
        <Button icon={<EditOutlined />} onClick={() => setAsks('edit')}>
          {detailStrings.edit}
        </Button>
      </DialogActions>
      <EditTicketDialog ticket={ticket} open={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <ClockDialogs
        ticket={ticket}
        asks={asks === 'due' || asks === 'pause' ? asks : undefined}
        onClose={() => setAsks(undefined)}
      />
      {decision.dialog}
      <ConfirmDialog
        open={asks === 'remove'}
        title={detailStrings.remove}
        labels={{ submit: strings.remove, pending: strings.removing }}
        prompt={detailStrings.removePrompt}
        subject={ticket.title}
        onConfirm={async () => {
          await remove.mutateAsync(ticket.id);
          setAsks(undefined);
          onClose();
        }}
        onClose={() => setAsks(undefined)}
      />
    </>
  );
}
