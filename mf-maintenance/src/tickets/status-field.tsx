import { Form, Select } from '@mainstay/ui/forms';
import { useIsOffline } from '@mainstay/web-kit';
import { useId } from 'react';
import { strings } from '../strings.ts';
import { type StatusMove } from '../ticket-data/status-moves.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { fieldStrings } from '../field-strings.ts';

const statuses: Ticket['status'][] = ['incoming', 'in_progress', 'solved'];
const options = statuses.map((value) => ({ value, label: strings.tickets.status[value] }));

/**
 * The status of a ticket. A choice is sent at once.
 * @param moves the changes of status that are under way
 * @param describedBy the id of why the last choice was refused
 */
export function StatusField({
  ticket,
  moves,
  describedBy,
  onStatus,
}: {
  ticket: Ticket;
  moves: readonly StatusMove[];
  describedBy: string | undefined;
  onStatus: (move: StatusMove) => void;
}) {
  const id = useId();
  const isWithoutNetwork = useIsOffline();
  const move = moves.findLast((each) => each.ticket.id === ticket.id);
  const status = move?.to ?? ticket.status;
  return (
    <Form.Item
      colon={false}
      label={fieldStrings.status}
      htmlFor={id}
      {...(describedBy !== undefined && { validateStatus: 'error' })}
    >
      <Select
        id={id}
        aria-describedby={describedBy}
        options={options}
        disabled={isWithoutNetwork}
        loading={move !== undefined}
        value={status}
        onChange={(to) => onStatus({ ticket: { ...ticket, status }, to })}
      />
    </Form.Item>
  );
}
