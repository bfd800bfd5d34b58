import { Flex, late } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import { OnlineButton, useFailure, useMoney } from '@mainstay/web-kit';
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
 * @param refusal why the ticket was not completed, which says so too
 * @param decide undefined for who may not
 */
export function ApprovalNotice({
  ticket,
  refusal,
  decide,
}: {
  ticket: Ticket;
  refusal: { id: string; problem: string } | undefined;
  decide: ((decision: Decision) => void) | undefined;
}) {
  const money = useMoney();
  const { approval, totalCost, spendingLimit } = ticket;
  if (!isBlocked(ticket) || !totalCost || !spendingLimit) return null;
  return (
    <Alert
      type={refusal ? 'error' : 'warning'}
      role="note"
      title={
        <Flex wrap align="center" gap="small">
          <Flex flex="1 1 220px" id={refusal?.id}>
            {refusal?.problem ?? strings.exceed(money(totalCost), money(spendingLimit))}
          </Flex>
          {decide ? (
            <OnlineButton type="primary" size="small" onClick={() => decide('approve')}>
              {strings.approve}
            </OnlineButton>
          ) : null}
          {decide && approval === 'needed' ? (
            <OnlineButton size="small" onClick={() => decide('decline')}>
              {strings.decline}
            </OnlineButton>
          ) : null}
        </Flex>
      }
    />
  );
}
