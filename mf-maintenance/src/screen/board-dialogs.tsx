import { type SessionUser } from '@mainstay/remote-contract';
import { type RefObject, useState } from 'react';
import { type Drafts } from '../comments/draft.ts';
import { LateProof } from '../proof/late-proof.tsx';
import { type useStatusChange } from '../ticket-data/use-status-change.tsx';
import { type useBoardDialogs } from './use-board-dialogs.ts';
import { type useBoardFocus } from './use-board-focus.ts';

interface BoardDialogsProps {
  dialogs: ReturnType<typeof useBoardDialogs>;
  status: ReturnType<typeof useStatusChange>;
  user: Pick<SessionUser, 'id' | 'role'>;
  openTicketId: string | undefined;
  onCloseTicket: () => void;
  focus: ReturnType<typeof useBoardFocus>;
}

/**
 * The dialogs of the Maintenance screen, as {@link useBoardDialogs} says.
 * @param openTicketId the ticket of the page's address, whose dialog is open and not closing
 */
export function BoardDialogs({
  dialogs,
  status,
  user,
  openTicketId,
  onCloseTicket,
  focus,
}: BoardDialogsProps) {
  const [drafts] = useState<Drafts>(() => new Map());
  const { tickets, ticket, assigned } = dialogs;
  const { change, moves, refusal, question, proof } = status;
  const returnFocus = () => {
    focus.fromDialog(dialogs.itemId);
    dialogs.forgetItem();
  };
  return (
    <>
      {tickets ? (
        <tickets.CreateTicketDialog open={dialogs.creating === 'ticket'} onClose={dialogs.endCreating} />
      ) : null}
      <RecurringDialogs
        dialogs={dialogs}
        canDelete={user.role === 'admin'}
        pausedRef={focus.paused}
        afterClose={returnFocus}
      />
      {tickets && assigned ? (
        <tickets.AssigneeOnCard
          {...assigned}
          onClose={() => {
            focus.toAssignee(assigned.card);
            dialogs.endAssigning();
          }}
        />
      ) : null}
      {tickets && ticket ? (
        <tickets.TicketDetailDialog
          key={ticket.ticketId}
          ticketId={ticket.ticketId}
          listed={ticket.listed}
          open={openTicketId === ticket.ticketId}
          user={user}
          drafts={drafts}
          moves={moves}
          refusal={refusal}
          onStatus={change}
          onClose={onCloseTicket}
          afterClose={returnFocus}
        />
      ) : null}
      {tickets && question ? <tickets.StatusQuestion key={question.key} {...question.about} /> : null}
      {proof ? <LateProof key={proof.key} {...proof.about} canWaive={user.role === 'admin'} /> : null}
    </>
  );
}

/** The dialogs of recurring tasks: a new one, the list of paused ones, and one of them. */
function RecurringDialogs({
  dialogs: { recurring, task, ...dialogs },
  canDelete,
  pausedRef,
  afterClose,
}: {
  dialogs: ReturnType<typeof useBoardDialogs>;
  canDelete: boolean;
  pausedRef: RefObject<HTMLDivElement | null>;
  afterClose: () => void;
}) {
  if (!recurring) return null;
  return (
    <>
      <recurring.CreateRecurringTaskDialog
        open={dialogs.creating === 'recurring-task'}
        onClose={dialogs.endCreating}
      />
      <recurring.RecurringTasksDialog
        placeRef={pausedRef}
        openId={dialogs.openId}
        onOpen={dialogs.open}
        open={dialogs.isPausedOpen}
        onClose={dialogs.closePaused}
      />
      {task ? (
        <recurring.RecurringTaskDialog
          canDelete={canDelete}
          task={task}
          open={dialogs.isTaskOpen}
          afterClose={afterClose}
          onClose={dialogs.closeTask}
        >
          <recurring.ScheduledTasksSection recurringTaskId={task.id} zone={task.location.timezone} />
        </recurring.RecurringTaskDialog>
      ) : null}
    </>
  );
}
