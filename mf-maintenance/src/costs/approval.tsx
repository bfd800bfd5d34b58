import { Button, Flex, late } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import { useFailure, useMoney } from '@mainstay/web-kit';
import { useState } from 'react';
import { strings as shared } from '../strings.ts';
import { strings } from './costs-strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

const costDialogs = late(() => import(/* webpackChunkName: "cost-dialogs" */ './cost-dialogs.tsx'));

type Decision = 'approve' | 'decline';

/** Whether the costs of a ticket keep it from being completed. */
export const isBlocked = ({ approval }: Ticket): boolean => approval === 'needed' || approval === 'declined';

/** Asks for a decision about the costs of a ticket. */
export function useDecision(ticket: Ticket) {
  const { loaded, whenLoaded } = costDialogs.useOnPress(useFailure(shared.page.dialogFailed));
  const [decision, setDecision] = useState<Decision>();
  return {
    decide: (next: Decision) => whenLoaded(() => setDecision(next)),
    dialog:
      loaded && decision ? (
        <loaded.DecisionDialog
          ticket={ticket}
          total={ticket.totalCost ?? ''}
          decision={decision}
          onClose={() => setDecision(undefined)}
        />
      ) : null,
  };
}

/**
 * Says that costs exceed the limit. Nothing where they do not.
 * @param decide undefined for who may not
 */
export function ApprovalNotice({
  ticket,
  decide,
}: {
  ticket: Ticket;
  decide: ((decision: Decision) => void) | undefined;
}) {
  const money = useMoney();
  const { approval, totalCost, spendingLimit } = ticket;
  if (!isBlocked(ticket) || !totalCost || !spendingLimit) return null;
  return (
    <Alert
      type="warning"
      role="note"
      title={
        <Flex wrap align="center" gap="small">
          <Flex flex="1 1 220px">{strings.exceed(money(totalCost), money(spendingLimit))}</Flex>
          {decide ? (
            <Button type="primary" size="small" onClick={() => decide('approve')}>
              {strings.approve}
            </Button>
          ) : null}
          {decide && approval === 'needed' ? (
            <Button size="small" onClick={() => decide('decline')}>
              {strings.decline}
            </Button>
          ) : null}
        </Flex>
      }
    />
  );
}
