import type { Change } from '@mainstay/service-kit';
import type { Decision, EventKind, Kind, VendorNews } from '../recipients/new-item.ts';
import type { NotificationSettings } from '../settings/notification-settings.ts';

/** What is known of a change. */
export type ToldChange = Pick<
  Change,
  | 'id'
  | 'occurredAt'
  | 'actorId'
  | 'requestId'
  | 'action'
  | 'entity'
  | 'entityId'
  | 'fields'
  | 'ticketId'
  | 'assigneeBefore'
  | 'assigneeAfter'
>;

/** The facts of a ticket that decide recipients: its row now. */
export interface TicketFacts {
  /** How it was created: in the app, with a token, by a QR code. */
  via: string;
  watchers: { userId: string; isMuted: boolean }[];
  /** The active managers of its store. */
  managers: string[];
  /** Those, or all active administrators of a store without any. */
  responsible: string[];
}

/** The facts of a QR code that decide recipients: its row now. */
interface CodeFacts {
  /** Until when it takes no reports. */
  suspendedUntil: Date | null;
  /** The active managers of its store, or else all active administrators. */
  responsible: string[];
}

/** The run of a checklist in which something failed. */
interface RunFacts {
  name: string;
  locationId: string;
  /** The active managers of its store. */
  managers: string[];
}

/** An event of a due date, or of costs that need an approval. */
interface EventFacts {
  kind: EventKind;
  /** Null for costs. */
  countedDueAt: Date | null;
  /** About costs; null for everything else. */
  decision: Decision | null;
  /** Up to which costs are approved, or those that were declined. Null also when it is not known. */
  amount: string | null;
  /** Of the ticket; null also if that user is inactive or cannot see it. */
  assignee: string | null;
  /** Recipients by id: all active administrators where nobody is named. */
  notified: string[];
  /** About the work of a vendor; null for everything else. */
  vendor: VendorNews | null;
}

export interface Facts {
  /** By their ids; without those that no longer exist. */
  tickets: ReadonlyMap<string, TicketFacts>;
  /** Whom comments mention now, by their ids; without those that were removed, and those of vendors. */
  mentions: ReadonlyMap<string, string[]>;
  /** By their ids; without those that no longer exist. */
  codes: ReadonlyMap<string, CodeFacts>;
  /** By their ids; without those that no longer exist. */
  runs: ReadonlyMap<string, RunFacts>;
  /** By their ids; without those that notify nobody, as pauses. */
  events: ReadonlyMap<string, EventFacts>;
  /** Attachments that vendors added, by their ids. */
  vendorPhotos: ReadonlySet<string>;
  /** The changes of many tickets, by the requests that made them. */
  bulks: ReadonlyMap<string, string>;
}

/** A notification of a user about a change, if what it is about is visible to them. */
export interface Candidate {
  userId: string;
  /** The id of the change. */
  eventId: string;
  kind: Kind;
  actorId: string | null;
  /** Of what it is about; the other two are null. */
  ticketId: string | null;
  codeId: string | null;
  runId: string | null;
  /** Of the run, as its location; null for everything else. */
  runName: string | null;
  locationId: string | null;
  commentId: string | null;
  /** The change of many tickets that it is about. */
  bulkId: string | null;
  countedDueAt: Date | null;
  decision: Decision | null;
  amount: string | null;
  /** About the work of a vendor; null for everything else. */
  vendor: VendorNews | null;
  createdAt: Date;
  /** Whether a reporter added something: it renews the item about the ticket. */
  isAddition: boolean;
}

export interface Item extends Candidate {
  /** False when only a mail is wanted. */
  inApp: boolean;
}

/** Whether a change may notify anybody: tasks, recurring tasks and files of users concern nobody in particular. */
export function concernsSomebody({
  entity,
  action,
  fields,
  actorId,
}: Pick<Change, 'entity' | 'action' | 'fields' | 'actorId'>): boolean {
  if (entity === 'attachment') return action === 'create' && actorId === null;
  if (entity === 'intake_code') return action === 'update' && fields.includes('suspendedUntil');
  if (entity === 'ticket_event') return action === 'create';
  // It was completed with a failed step, which happens once.
  if (entity === 'checklist_run') return action === 'update' && fields.includes('failed');
  return (entity === 'ticket' || entity === 'ticket_comment') && action !== 'delete';
}

/**
 * Who is notified of these changes, and why: each user once for each change, by the strongest reason, and never of
 * their own changes. The caller leaves out those who cannot see what it is about, and repeated mentions in one comment.
 */
export const candidatesOf = (changes: readonly ToldChange[], facts: Facts): Candidate[] =>
  changes.filter(concernsSomebody).flatMap((change) => {
    const { id: eventId, actorId, requestId, occurredAt: createdAt, entity, entityId } = change;
    const isCode = entity === 'intake_code';
    const run = entity === 'checklist_run' ? facts.runs.get(entityId) : undefined;
    const event = facts.events.get(entityId);
    const about = {
      ticketId: isCode || run ? null : change.ticketId,
      codeId: isCode ? entityId : null,
      runId: run ? entityId : null,
      runName: run?.name ?? null,
      locationId: run?.locationId ?? null,
      commentId: entity === 'ticket_comment' ? entityId : null,
      bulkId: (requestId === null ? undefined : facts.bulks.get(requestId)) ?? null,
      countedDueAt: event?.countedDueAt ?? null,
      decision: event?.decision ?? null,
      amount: event?.amount ?? null,
      vendor: event?.vendor ?? null,
      isAddition: isAddition(change),
    };
    return [...strongest(reasonsOf(change, facts))]
      .filter(([userId]) => userId !== actorId)
      .map(([userId, kind]) => ({ userId, eventId, kind, actorId, ...about, createdAt }));
  });

/** Words and photos of people without an account: the system itself writes neither. */
const isAddition = ({ entity, action, actorId }: ToldChange): boolean =>
  action === 'create' && actorId === null && (entity === 'ticket_comment' || entity === 'attachment');

type Reason = readonly [userId: string, kind: Kind];

/** Strongest first. */
function reasonsOf(
  change: ToldChange,
  { tickets, mentions, codes, runs, events, vendorPhotos }: Facts,
): Reason[] {
  const { entity, entityId, ticketId } = change;
  if (entity === 'intake_code') return reasonsOfCode(change, codes.get(entityId));
  if (entity === 'checklist_run')
    return (runs.get(entityId)?.managers ?? []).map((userId) => [userId, 'check_failed']);
  const ticket = ticketId === null ? undefined : tickets.get(ticketId);
  if (!ticket) return [];
  if (entity === 'ticket_event') return reasonsOfEvent(events.get(entityId), ticket);
  // What vendors say and show stands in the timeline alone.
  if (vendorPhotos.has(entityId)) return [];
  if (entity === 'attachment') return [...reported(ticket), ...listening(ticket.watchers, 'reported')];
  return entity === 'ticket_comment'
    ? reasonsOfComment(change, ticket, mentions.get(entityId))
    : reasonsOfTicket(change, ticket);
}

/** It was suspended; the end of a suspension notifies nobody. */
const reasonsOfCode = ({ occurredAt }: ToldChange, code: CodeFacts | undefined): Reason[] =>
  code?.suspendedUntil && code.suspendedUntil > occurredAt ? reported(code) : [];

function reasonsOfEvent(event: EventFacts | undefined, { managers, responsible }: TicketFacts): Reason[] {
  if (!event) return [];
  const { kind, assignee, notified, vendor } = event;
  const assignees = assignee === null ? [] : [assignee];
  const recipients = {
    at_risk: assignee === null ? responsible : assignees,
    overdue: assignee === null ? responsible : [assignee, ...managers],
    escalated: notified,
    approval_needed: notified,
    approval_decided: [...assignees, ...notified],
    // That a mail was refused concerns who sent it.
    vendor_answered: vendor?.event === 'mail_failed' ? notified : [...assignees, ...notified],
    vendor_done: [...assignees, ...notified],
  };
  return recipients[kind].map((userId) => [userId, kind]);
}

/** Strongest first. */
function reasonsOfTicket(change: ToldChange, ticket: TicketFacts): Reason[] {
  const { via, watchers } = ticket;
  const { action, fields, assigneeBefore, assigneeAfter } = change;
  const isCreated = action === 'create';
  const isAssigned = assigneeAfter !== null && assigneeAfter !== assigneeBefore;
  return [
    ...(isAssigned ? [[assigneeAfter, 'assigned'] as const] : []),
    ...(!isCreated && fields.includes('status') ? listening(watchers, 'status_changed') : []),
    ...(isCreated && via === 'qr' ? reported(ticket) : []),
  ];
}

/** Strongest first. An edit is news only to those whom it mentions. `mentioned` is undefined for a removed comment. */
function reasonsOfComment(
  change: ToldChange,
  ticket: TicketFacts,
  mentioned: string[] | undefined,
): Reason[] {
  const { action, fields } = change;
  const isCreated = action === 'create';
  if (!mentioned || !(isCreated || fields.includes('body'))) return [];
  return [
    ...mentioned.map((userId) => [userId, 'mentioned'] as const),
    ...(isAddition(change) ? reported(ticket) : []),
    ...(isCreated ? listening(ticket.watchers, 'commented') : []),
  ];
}

const reported = ({ responsible }: Pick<TicketFacts, 'responsible'>): Reason[] =>
  responsible.map((userId) => [userId, 'reported']);

const listening = (watchers: TicketFacts['watchers'], kind: Kind): Reason[] =>
  watchers.filter(({ isMuted }) => !isMuted).map(({ userId }) => [userId, kind]);

/** The first reason of each user: a later pair of a Map replaces an earlier one. */
const strongest = (reasons: readonly Reason[]): Map<string, Kind> => new Map(reasons.toReversed());

/** The items of those who want to hear of their kind, by whichever way. */
export const wanted = (
  candidates: readonly Candidate[],
  settings: ReadonlyMap<string, Pick<NotificationSettings, 'kinds'>>,
): Item[] =>
  candidates.flatMap((candidate) => {
    const { inApp, email } = settings.get(candidate.userId)?.kinds[candidate.kind] ?? NO_WAY;
    return inApp || email !== 'off' ? [{ ...candidate, inApp }] : [];
  });

const NO_WAY = { inApp: false, email: 'off' } as const;
