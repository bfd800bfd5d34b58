import { formatShort, lateness } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { type InboxItem } from './inbox.queries.ts';

/** An item may be of a kind of a later version. */
const deeds: Readonly<Record<string, { by: string; byNobody: string }>> = strings.deeds;
const deadlines: Readonly<Record<string, (due: string, late: string) => string>> = strings.deadlines;

const vendorDeeds: Readonly<Record<string, (name: string, amount: string) => string>> = strings.vendors;

/** Whether an item is about a due date. */
export const isDeadline = ({ kind }: Pick<InboxItem, 'kind'>): boolean => kind in deadlines;

/**
 * Who did what: the name, undefined where nobody is named, and the rest of the sentence. Of a QR code, its link says
 * it.
 * @param money an amount in words
 */
export function sentenceOf(
  {
    kind,
    actor,
    ticket,
    dueAt,
    createdAt,
    decision,
    vendor,
  }: Pick<InboxItem, 'kind' | 'actor' | 'ticket' | 'dueAt' | 'createdAt'> &
    Partial<Pick<InboxItem, 'decision' | 'vendor'>>,
  money: (amount: string) => string,
): { name?: string; deed?: string } {
  // Nobody who reports a problem has an account. Without a ticket it is about a QR code.
  if (kind === 'reported') return ticket ? { deed: strings.reported } : {};
  if (kind === 'approval_needed') return { deed: strings.approvalNeeded };
  const done = vendor ? vendorDeeds[vendor.event] : undefined;
  if (vendor && done) return { deed: done(vendor.name, vendor.amount === null ? '' : money(vendor.amount)) };
  const deadline = deadlines[kind];
  if (deadline && ticket && dueAt !== null) {
    const late = lateness(Date.parse(createdAt) - Date.parse(dueAt));
    return { deed: deadline(formatShort(dueAt, ticket.location.timezone), late) };
  }
  const decided = decision ? strings.decisions[decision.outcome] : undefined;
  const deed =
    decision && decided
      ? { by: decided.by(money(decision.amount)), byNobody: decided.byNobody(money(decision.amount)) }
      : deeds[kind];
  if (!deed) return { deed: strings.news };
  if (!actor) return { deed: deed.byNobody };
  return { name: strings.fullName(actor.firstName, actor.lastName), deed: deed.by };
}

/** Whether what an item is about was removed, or is not visible any more: there is nothing to say of it or to open. */
export const isGone = ({
  ticket,
  code,
  run,
}: Pick<InboxItem, 'ticket' | 'code'> & Partial<Pick<InboxItem, 'run'>>): boolean => !ticket && !code && !run;

/** The first letters of a name; '' without one. */
export const initialsOf = (actor: InboxItem['actor']): string =>
  actor ? [actor.firstName, actor.lastName].map((name) => Array.from(name)[0] ?? '').join('') : '';
