import { type SessionUser } from '@mainstay/remote-contract';
import { ActivitySection } from '../activity/activity-section.tsx';
import { type Drafts } from '../comments/draft.ts';
import { AttachmentsSection } from '../attachments/attachments-section.tsx';
import { CostsSection } from '../costs/late-costs.tsx';
import { TicketDetailDialog, type TicketDialogProps } from './ticket-detail-dialog.tsx';

/** The dialog of a ticket. It connects the ticket with its costs, attachments and activity. */
export function TicketDialog({
  user,
  drafts,
  ...dialog
}: Omit<TicketDialogProps, 'children' | 'isAdmin'> & {
  user: Pick<SessionUser, 'id' | 'role'>;
  drafts: Drafts;
}) {
  const isAdmin = user.role === 'admin';
  return (
    <TicketDetailDialog {...dialog} isAdmin={isAdmin}>
      {(ticket) => (
        <>
          <CostsSection ticket={ticket} />
          <AttachmentsSection ticketId={ticket.id} />
          <ActivitySection
            ticketId={ticket.id}
            zone={ticket.location.timezone}
            user={user}
            drafts={drafts}
            hasReporter={Boolean(ticket.report)}
          />
        </>
      )}
    </TicketDetailDialog>
  );
}
