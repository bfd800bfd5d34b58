import { Button } from '@mainstay/ui/base';
import { Form, Select } from '@mainstay/ui/forms';
import { useIsOffline } from '@mainstay/web-kit';
import { useId } from 'react';
import { strings } from '../strings.ts';
import { isBlocked } from '../costs/approval.tsx';
import { strings as costs } from '../costs/costs-strings.ts';
import { type StatusMove } from '../ticket-data/status-moves.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { type StatusRefusal } from '../ticket-data/use-status-change.tsx';
import { fieldStrings } from '../field-strings.ts';

const statuses: Ticket['status'][] = ['incoming', 'in_progress', 'solved'];
const options = statuses.map((value) => ({ value, label: strings.tickets.status[value] }));

/**
 * The status of a ticket. A choice is sent at once; why it was refused stays below it as long as that is so.
 * @param moves the changes of status that are under way
 * @param decide undefined for who may not
 */
export function StatusField({
  ticket,
  moves,
  refusal,
  onStatus,
  decide,
}: {
  ticket: Ticket;
  moves: readonly StatusMove[];
  refusal: StatusRefusal | undefined;
  onStatus: (move: StatusMove) => void;
  decide: ((decision: 'approve') => void) | undefined;
}) {
  const id = useId();
  const isWithoutNetwork = useIsOffline();
  const move = moves.findLast((each) => each.ticket.id === ticket.id);
  const status = move?.to ?? ticket.status;
  const problem = isBlocked(ticket) && refusal?.ticketId === ticket.id ? refusal.problem : undefined;
  return (
    <Form.Item
      layout="vertical"
      label={fieldStrings.status}
      htmlFor={id}
      {...(problem !== undefined && {
        validateStatus: 'error',
        help: (
          <>
            {problem}{' '}
            {decide ? (
              <Button size="small" onClick={() => decide('approve')}>
                {costs.approve}
              </Button>
            ) : null}
          </>
        ),
      })}
    >
      <Select
        id={id}
        options={options}
        disabled={isWithoutNetwork}
        loading={move !== undefined}
        value={status}
        onChange={(to) => onStatus({ ticket: { ...ticket, status }, to })}
      />
    </Form.Item>
  );
}
