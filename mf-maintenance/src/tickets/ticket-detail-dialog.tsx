import { Button } from '@mainstay/ui/base';
import { DeleteOutlined, EditOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { ConfirmDialog, DetailDialog, DialogActions, Fact, Facts } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { AssigneeField } from './assignee-field.tsx';
import { formatMoment } from '../dates.ts';
import { strings } from '../strings.ts';
import { WatchButton } from './watch-button.tsx';
import { EditTicketDialog } from './edit-ticket-dialog.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import styles from './ticket-detail-dialog.module.css';
import { type Ticket, ticketQuery, useDeleteTicket, useUpdateTicket } from './tickets.queries.ts';

const statuses: Ticket['status'][] = ['incoming', 'in_progress', 'solved'];
const statusOptions = statuses.map((value) => ({ value, label: strings.tickets.status[value] }));

interface TicketDialogProps {
  /** The ticket as listed, shown until the current one is loaded. */
  ticket: Ticket;
  canDelete: boolean;
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
  /** Sections of other features. */
  children: ReactNode;
}

/** The detail dialog of a ticket. */
export function TicketDetailDialog({ ticket: listed, open, afterClose, ...rest }: TicketDialogProps) {
  const { data: ticket, error } = useQuery({
    ...ticketQuery(listed.id),
    enabled: open,
    placeholderData: listed,
  });
  return (
    <DetailDialog
      title={(ticket ?? listed).title}
      problem={error?.message}
      open={open}
      onClose={rest.onClose}
      afterClose={afterClose}
    >
      {ticket ? <TicketDetail ticket={ticket} {...rest} /> : null}
    </DetailDialog>
  );
}

function TicketDetail({
  ticket,
  canDelete,
  onClose,
  children,
}: Omit<TicketDialogProps, 'ticket' | 'open' | 'afterClose'> & { ticket: Ticket }) {
  const update = useUpdateTicket(ticket.id);
  const remove = useDeleteTicket(ticket.id);
  const [asks, setAsks] = useState<'edit' | 'remove'>();
  const statusId = useId();
  return (
    <>
      <p className={styles.id}>
        <strong className={styles.number}>{strings.tickets.number(ticket.number)}</strong>{' '}
        {strings.tickets.id(ticket.id)}
      </p>
      <div className={styles.controls}>
        <div className={styles.status}>
          <label className={styles.label} htmlFor={statusId}>
            {strings.fields.status}
          </label>
          <Select
            id={statusId}
            className={styles.status}
            options={statusOptions}
            loading={update.isPending}
            value={update.isPending ? update.variables.changes.status : ticket.status}
            onChange={(status) => update.mutate({ changes: { status } })}
          />
        </div>
        <div>
          <span className={styles.label}>{strings.fields.priority}</span>
          <span className={styles.priority}>
            <PriorityBadge priority={ticket.priority} />
          </span>
        </div>
        <AssigneeField ticket={ticket} />
        <WatchButton ticket={ticket} />
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
        {ticket.notes ? (
          <Fact label={strings.fields.notes} wide>
            {ticket.notes}
          </Fact>
        ) : null}
      </Facts>
      {children}
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
      <ConfirmDialog
        open={asks === 'remove'}
        title={strings.tickets.remove}
        labels={{ submit: strings.remove, pending: strings.removing }}
        prompt={strings.tickets.removePrompt}
        subject={ticket.title}
        onConfirm={() => remove.mutateAsync().then(onClose)}
        onClose={() => setAsks(undefined)}
      />
    </>
  );
}
