import { Button, Placeholder } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import {
  DetailDialog,
  DialogActions,
  Fact,
  Facts,
  failureWords,
  formatMoment,
  isApiError,
  useIsOffline,
} from '@mainstay/web-kit';
import { ConfirmDialog } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { AssigneeField } from './assignee-field.tsx';
import { ClockDialogs } from './clock/clock-dialogs.tsx';
import { DueFacts } from './clock/due-facts.tsx';
import { strings } from '../strings.ts';
import { CopyLink } from './copy-link.tsx';
import { WatchButton } from './watch-button.tsx';
import { EditTicketDialog } from './edit-ticket-dialog.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import { ReportSection } from './report-section.tsx';
import styles from './ticket-detail-dialog.module.css';
import { type StatusMove } from './status-moves.ts';
import { type Ticket, ticketQuery, useDeleteTicket } from './tickets.queries.ts';

const statuses: Ticket['status'][] = ['incoming', 'in_progress', 'solved'];
const statusOptions = statuses.map((value) => ({ value, label: strings.tickets.status[value] }));

export interface TicketDialogProps {
  /** The id that the address has, which may be of no ticket at all. */
  ticketId: string;
  /** The ticket as listed, shown until the current one is loaded. */
  listed: Ticket | undefined;
  canDelete: boolean;
  open: boolean;
  /** The changes of status that are under way. */
  moves: readonly StatusMove[];
  onStatus: (move: StatusMove) => void;
  onClose: () => void;
  afterClose: () => void;
  /** Sections of other features. */
  children: (ticket: Ticket) => ReactNode;
}

/** Anything else would be another path of the API. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

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
      title={(ticket ?? listed)?.title ?? strings.tickets.unnamed}
      problem={
        isGone
          ? strings.tickets.gone
          : isShown
            ? undefined
            : error
              ? failureWords(error.message, error)
              : undefined
      }
      open={open}
      hasAddress
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
  canDelete,
  moves,
  onStatus,
  onClose,
  children,
}: Omit<TicketDialogProps, 'ticketId' | 'listed' | 'open' | 'afterClose'> & { ticket: Ticket }) {
  const remove = useDeleteTicket();
  const isWithoutNetwork = useIsOffline();
  const [asks, setAsks] = useState<'edit' | 'remove' | 'due' | 'pause'>();
  const statusId = useId();
  const move = moves.findLast((each) => each.ticket.id === ticket.id);
  const status = move?.to ?? ticket.status;
  return (
    <>
      <div className={styles.head}>
        <p className={styles.id}>
          {ticket.number === undefined ? null : (
            <>
              <strong className={styles.number}>{strings.tickets.number(ticket.number)}</strong>{' '}
            </>
          )}
          {strings.tickets.id(ticket.id)}
        </p>
        <div className={styles.actions}>
          {ticket.watching === undefined ? null : <WatchButton id={ticket.id} watching={ticket.watching} />}
          <CopyLink ticketId={ticket.id} />
        </div>
      </div>
      <div className={styles.controls}>
        <div className={styles.status}>
          <label className={styles.label} htmlFor={statusId}>
            {strings.fields.status}
          </label>
          <Select
            id={statusId}
            className={styles.status}
            options={statusOptions}
            disabled={isWithoutNetwork}
            loading={move !== undefined}
            value={status}
            onChange={(to) => onStatus({ ticket: { ...ticket, status }, to })}
          />
        </div>
        <div>
          <span className={styles.label}>{strings.fields.priority}</span>
          <span className={styles.priority}>
            <PriorityBadge priority={ticket.priority} />
          </span>
        </div>
        <AssigneeField ticket={ticket} />
      </div>
      <Facts>
        <Fact label={strings.fields.description} wide>
          {ticket.description}
        </Fact>
        <Fact label={strings.fields.type}>{strings.tickets.type[ticket.ticketType]}</Fact>
        <Fact label={strings.fields.location}>{ticket.location.name}</Fact>
        <Fact label={strings.fields.createdAt}>
          <time dateTime={ticket.createdAt}>{formatMoment(ticket.createdAt)}</time>
        </Fact>
        {ticket.equipment ? <Fact label={strings.fields.equipment}>{ticket.equipment.name}</Fact> : null}
        {ticket.purchaseOrder ? (
          <Fact label={strings.fields.purchaseOrder}>{ticket.purchaseOrder}</Fact>
        ) : null}
        {ticket.notes ? (
          <Fact label={strings.fields.notes} wide>
            {ticket.notes}
          </Fact>
        ) : null}
      </Facts>
      {ticket.dueState === undefined ? null : <DueFacts ticket={ticket} onAsk={setAsks} />}
      {ticket.report ? <ReportSection report={ticket.report} /> : null}
      {children(ticket)}
      <DialogActions>
        {canDelete ? (
          <Button type="text" danger icon={<DeleteOutlined />} onClick={() => setAsks('remove')}>
            {strings.tickets.remove}
          </Button>
        ) : null}
        <Button icon={<EditOutlined />} onClick={() => setAsks('edit')}>
          {strings.tickets.edit}
        </Button>
      </DialogActions>
      <EditTicketDialog ticket={ticket} open={asks === 'edit'} onClose={() => setAsks(undefined)} />
      <ClockDialogs
        ticket={ticket}
        asks={asks === 'due' || asks === 'pause' ? asks : undefined}
        onClose={() => setAsks(undefined)}
      />
      <ConfirmDialog
        open={asks === 'remove'}
        title={strings.tickets.remove}
        labels={{ submit: strings.remove, pending: strings.removing }}
        prompt={strings.tickets.removePrompt}
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
