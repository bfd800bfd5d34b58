import { type SessionUser } from '@mainstay/remote-contract';
import { Placeholder } from '@mainstay/ui/base';
import { EditOutlined } from '@mainstay/ui/core';
import {
  failureWords,
  formatStoreMoment,
  isApiError,
  OnlineButton,
  useIsOffline,
  useIsPhone,
} from '@mainstay/web-kit';
import {
  ConfirmDialog,
  DetailDialog,
  DialogActions,
  Fact,
  Facts,
  LinkedText,
  asideClass,
} from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { ActivitySection } from '../activity/activity-section.tsx';
import { AttachmentsSection } from '../attachments/attachments-section.tsx';
import { AssigneeField } from './assignee-field.tsx';
import { DueFacts } from '../clock/due-facts.tsx';
import { ChecklistSection } from '../checklist-runs/late-checklists.tsx';
import { type Drafts } from '../comments/draft.ts';
import { ApprovalNotice, isBlocked, useDecision } from '../costs/approval.tsx';
import { CostsSection } from '../costs/costs-section.tsx';
import { strings } from '../strings.ts';
import { EditTicketDialog } from './edit-ticket-dialog.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import { ReportSection } from './report-section.tsx';
import { StatusField } from './status-field.tsx';
import styles from './ticket-detail-dialog.module.css';
import { TicketHead } from './ticket-head.tsx';
import { TicketMenu } from './ticket-menu.tsx';
import { type StatusMove } from '../ticket-data/status-moves.ts';
import { type StatusRefusal } from '../ticket-data/use-status-change.tsx';
import { type Ticket, ticketQuery, useDeleteTicket } from '../ticket-data/tickets.queries.ts';
import { detailStrings } from './detail-strings.ts';
import { fieldStrings } from '../field-strings.ts';
import { usePrint } from '../print/late-print.tsx';
import { isUnderWay, VendorSection } from '../vendor-jobs/late-vendor.tsx';

interface TicketDialogProps {
  /** The id that the address has, which may be of no ticket at all. */
  ticketId: string;
  /** The ticket as listed, shown until the current one is loaded. */
  listed: Ticket | undefined;
  /** Administrators delete tickets and decide about costs. */
  user: Pick<SessionUser, 'id' | 'role'>;
  /** Comments that were written and not sent. */
  drafts: Drafts;
  open: boolean;
  /** The changes of status that are under way. */
  moves: readonly StatusMove[];
  /** Why the last one was refused. */
  refusal: StatusRefusal | undefined;
  onStatus: (move: StatusMove) => void;
  onClose: () => void;
  afterClose: () => void;
}

/** Anything else would be another path of the API. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A service of the version before has no numbers. */
const nameOf = ({ number, title }: Ticket) =>
  number === undefined ? title : detailStrings.numbered(number, title);

/**
 * The detail dialog of a ticket, with its costs, attachments and activity. It is read by its id: it may be in no list
 * that is loaded.
 */
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
      title={(ticket ?? listed)?.title ?? detailStrings.unnamed}
      problem={
        isGone
          ? detailStrings.gone
          : isShown
            ? undefined
            : error
              ? failureWords(error.message, error)
              : undefined
      }
      open={open}
      isDesk
      hasAddress
      pageTitle={ticket && nameOf(ticket)}
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
  user,
  drafts,
  onClose,
  refusal,
  ...status
}: Omit<TicketDialogProps, 'ticketId' | 'listed' | 'open' | 'afterClose'> & { ticket: Ticket }) {
  const isAdmin = user.role === 'admin';
  const [asks, setAsks] = useState<'edit' | 'delete'>();
  const stopAsking = () => setAsks(undefined);
  const decision = useDecision(ticket);
  const { print, page } = usePrint(ticket);
  // Its buttons are in the menu.
  const isPhone = useIsPhone();
  const refused =
    isBlocked(ticket) && refusal?.ticketId === ticket.id
      ? { id: 'refusal', problem: refusal.problem }
      : undefined;
  return (
    <>
      <TicketMenu ticket={ticket} isPhone={isPhone} canDelete={isAdmin} onAsk={setAsks} onPrint={print} />
      <TicketHead ticket={ticket} isPhone={isPhone}>
        <ApprovalNotice ticket={ticket} refusal={refused} decide={isAdmin ? decision.decide : undefined} />
      </TicketHead>
      <Controls ticket={ticket} {...status} describedBy={refused?.id} />
      <TextFact label={fieldStrings.description} text={ticket.description} />
      <div className={`${styles.facts} ${asideClass}`}>
        <ShortFacts ticket={ticket} />
        {ticket.dueState === undefined ? null : <DueFacts ticket={ticket} />}
      </div>
      <OptionalText label={fieldStrings.notes} text={ticket.notes} />
      <OptionalText label={fieldStrings.completionNote} text={ticket.completionNote} />
      {ticket.report ? <ReportSection report={ticket.report} /> : null}
      <Sections ticket={ticket} user={user} drafts={drafts} />
      {isPhone ? null : (
        <DialogActions>
          <OnlineButton onClick={print}>{detailStrings.print}</OnlineButton>
          <OnlineButton icon={<EditOutlined />} onClick={() => setAsks('edit')}>
            {detailStrings.edit}
          </OnlineButton>
        </DialogActions>
      )}
      <EditTicketDialog ticket={ticket} open={asks === 'edit'} onClose={stopAsking} />
      {decision.dialog}
      {page}
      <DeleteTicketDialog
        ticket={ticket}
        open={asks === 'delete'}
        onDeleted={() => {
          stopAsking();
          onClose();
        }}
        onClose={stopAsking}
      />
    </>
  );
}

/** What is changed at once, and the priority. */
function Controls(status: ComponentProps<typeof StatusField>) {
  return (
    <div className={`${styles.controls} ${asideClass}`}>
      <StatusField {...status} />
      <Facts>
        <Fact label={fieldStrings.priority}>
          <PriorityBadge priority={status.ticket.priority} />
        </Fact>
      </Facts>
      <AssigneeField ticket={status.ticket} />
    </div>
  );
}

/** A fact in as many lines as it needs. */
function TextFact({ label, text }: { label: string; text: string }) {
  return (
    <Facts>
      <Fact label={label} wide>
        <LinkedText text={text} />
      </Fact>
    </Facts>
  );
}

/** {@link TextFact} of what may be empty. */
function OptionalText({ label, text }: { label: string; text: string | null | undefined }) {
  return text ? (
    <div className={styles.facts}>
      <TextFact label={label} text={text} />
    </div>
  ) : null;
}

/** What is said of a ticket in a word or two. */
function ShortFacts({ ticket }: { ticket: Ticket }) {
  const { location, createdAt, equipment, purchaseOrder } = ticket;
  return (
    <Facts>
      <Fact label={fieldStrings.type}>{strings.tickets.type[ticket.ticketType]}</Fact>
      <Fact label={fieldStrings.location}>{location.name}</Fact>
      <Fact label={fieldStrings.createdAt}>
        <time dateTime={createdAt}>{formatStoreMoment(createdAt, location.timezone)}</time>
      </Fact>
      {equipment ? <Fact label={fieldStrings.equipment}>{equipment.name}</Fact> : null}
      {purchaseOrder ? <Fact label={fieldStrings.purchaseOrder}>{purchaseOrder}</Fact> : null}
    </Facts>
  );
}

/** What belongs to a ticket, each part with its own data: rendered after what the list knows is painted. */
function Sections({ ticket, user, drafts }: Pick<TicketDialogProps, 'user' | 'drafts'> & { ticket: Ticket }) {
  const isOpened = useDeferredValue(true, false);
  if (!isOpened) return <div className={styles.sections} />;
  return (
    <>
      <CostsSection ticket={ticket} />
      <VendorSection ticket={ticket} />
      <ChecklistSection
        ticketId={ticket.id}
        isSolved={ticket.status === 'solved'}
        // A service of the version before has none.
        failedIn={ticket.followUpOf?.runId}
      />
      <AttachmentsSection ticketId={ticket.id} />
      <ActivitySection
        ticketId={ticket.id}
        zone={ticket.location.timezone}
        user={user}
        drafts={drafts}
        hasReporter={Boolean(ticket.report)}
        hasVendor={isUnderWay(ticket.vendorJob?.state)}
      />
    </>
  );
}

function DeleteTicketDialog({
  ticket,
  open,
  onDeleted,
  onClose,
}: Pick<TicketDialogProps, 'open' | 'onClose'> & { ticket: Ticket; onDeleted: () => void }) {
  const remove = useDeleteTicket();
  return (
    <ConfirmDialog
      open={open}
      title={detailStrings.delete}
      prompt={detailStrings.deletePrompt}
      subject={ticket.title}
      onConfirm={() => remove.mutateAsync(ticket.id).then(onDeleted)}
      onClose={onClose}
    />
  );
}
