import { pauseRequest as limits } from '@mainstay/svc-core/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { fromLocalInput, momentRule, otherZone, toLocalInput, useNow } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import { EditDialog, labelledOptions, LongTextField, Optional } from '@mainstay/web-kit/fields';
import { type CoreSchemas } from '../api/core.ts';
import { fieldStrings } from '../field-strings.ts';
import { dialogStrings } from './clock-dialog-strings.ts';
import { strings } from './clock-strings.ts';
import { readTicket, type Ticket, useUpdateTicket } from '../ticket-data/tickets.queries.ts';
import { usePause } from './pauses.queries.ts';

interface ClockDialogsProps {
  ticket: Ticket;
  /** The dialog that is open. */
  asks: 'due' | 'pause' | undefined;
  onClose: () => void;
}

/** The dialogs of the due date and the clock of a ticket. */
export function ClockDialogs(props: ClockDialogsProps) {
  return (
    <>
      <DueDateDialog {...props} />
      <PauseDialog {...props} />
    </>
  );
}

/** A time of a store for a `datetime-local` input; empty for none. */
const toInput = (iso: string | null | undefined, zone: string | undefined): string =>
  iso ? toLocalInput(new Date(iso), zone) : '';
const fromInput = (value: string | undefined, zone: string | undefined): string | null =>
  value ? fromLocalInput(value, zone) : null;

function DueDateDialog({ ticket, asks, onClose }: ClockDialogsProps) {
  const update = useUpdateTicket(ticket.id);
  const zone = ticket.location.timezone;
  return (
    <EditDialog<{ dueAt: string }, Ticket>
      open={asks === 'due'}
      thing={ticket}
      read={readTicket}
      valuesOf={({ dueAt }) => ({ dueAt: toInput(dueAt, zone) })}
      title={fieldStrings.dueAt}
      labels={fieldStrings}
      show={(_name, value) => (value === '' ? dialogStrings.none : undefined)}
      send={({ ifMatch }, { dueAt }) =>
        update.mutateAsync({ changes: { dueAt: fromInput(dueAt, zone) }, ifMatch })
      }
      onClose={onClose}
    >
      <Moment name="dueAt" label={fieldStrings.dueAt} zone={zone} extra={dialogStrings.clearHint} />
    </EditDialog>
  );
}

function PauseDialog({ ticket, asks, onClose }: ClockDialogsProps) {
  const pause = usePause(ticket.id);
  const zone = ticket.location.timezone;
  return (
    <FormDialog<{ reason: CoreSchemas['PauseRequest']['reason']; note?: string; until?: string }>
      open={asks === 'pause'}
      title={strings.pause}
      labels={{ submit: strings.pause, pending: dialogStrings.pausing }}
      objectId={ticket.id}
      initialValues={{ reason: 'waiting_vendor' }}
      onSubmit={({ reason, note, until }) =>
        pause.mutateAsync({ reason, note: note ?? null, until: fromInput(until, zone) }).then(onClose)
      }
      onClose={onClose}
    >
      <Form.Item name="reason" label={dialogStrings.reasonLabel}>
        <Select options={labelledOptions(dialogStrings.reasonNames)} />
      </Form.Item>
      <LongTextField name="note" label={strings.note} limits={limits.note} rows={[2, 6]} isOptional />
      <Moment name="until" label={strings.until} isOptional zone={zone} extra={dialogStrings.untilHint} />
    </FormDialog>
  );
}

/** A date and time by the store's clock, whose zone is named where the reader's differs. */
function Moment({
  name,
  label,
  isOptional = false,
  zone,
  extra,
}: {
  name: string;
  label: string;
  isOptional?: boolean;
  zone: string | undefined;
  extra: string;
}) {
  const other = otherZone(useNow().toISOString(), zone);
  return (
    <Form.Item
      name={name}
      label={isOptional ? <Optional label={label} /> : label}
      rules={[momentRule]}
      extra={other === undefined ? extra : `${dialogStrings.storeTime(other)} ${extra}`}
    >
      <Input type="datetime-local" min="2000-01-01T00:00" max="2100-12-30T23:59" />
    </Form.Item>
  );
}
