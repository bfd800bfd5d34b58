import { Modal } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { type ReactNode, useId } from 'react';
import { formatMoment } from '../dates.ts';
import { strings } from '../strings.ts';
import { PriorityBadge } from './priority-badge.tsx';
import styles from './ticket-detail-dialog.module.css';
import { type Ticket, useUpdateTicket } from './tickets.queries.ts';

const statuses: Ticket['status'][] = ['incoming', 'in_progress', 'solved'];
const statusOptions = statuses.map((value) => ({ value, label: strings.tickets.status[value] }));

/** Everything about one ticket; open while there is one. `children` is what other features say about it. */
export function TicketDetailDialog({
  ticket,
  onClose,
  afterClose,
  children,
}: {
  ticket: Ticket | undefined;
  onClose: () => void;
  afterClose: () => void;
  children: ReactNode;
}) {
  return (
    <Modal
      open={ticket !== undefined}
      title={ticket?.title}
      footer={null}
      centered
      width={640}
      destroyOnHidden
      onCancel={onClose}
      afterClose={afterClose}
    >
      {ticket ? <TicketDetail ticket={ticket} /> : null}
      {children}
    </Modal>
  );
}

function TicketDetail({ ticket }: { ticket: Ticket }) {
  const update = useUpdateTicket(ticket.id);
  const statusId = useId();
  return (
    <>
      <p className={styles.id}>{strings.tickets.id(ticket.id)}</p>
      <div className={styles.controls}>
        <div className={styles.status}>
          <label className={styles.label} htmlFor={statusId}>
            {strings.fields.status}
          </label>
          <Select
            id={statusId}
            className={styles.status}
            virtual={false}
            options={statusOptions}
            loading={update.isPending}
            value={update.isPending ? update.variables.status : ticket.status}
            onChange={(status) => update.mutate({ status })}
          />
        </div>
        <div>
          <span className={styles.label}>{strings.fields.priority}</span>
          <span className={styles.priority}>
            <PriorityBadge priority={ticket.priority} />
          </span>
        </div>
      </div>
      <dl className={styles.facts}>
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
      </dl>
    </>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt className={styles.label}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
