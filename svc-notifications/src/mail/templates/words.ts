import { moneyWords } from '@mainstay/service-kit';
import { DateTime } from 'luxon';
import { type Decision, type Kind, kinds, type VendorNews } from '../../recipients/new-item.ts';
import type { MailItem, Subject } from '../contents.repository.ts';
import { isolated, oneLine } from './plain-text.ts';

/** The words of the screens. */
const STATUSES: Record<string, string> = {
  incoming: 'To Acknowledge',
  in_progress: 'Working',
  solved: 'Completed',
};

/** What happened: with somebody who did it, and without. The time of a due date, which nobody did, follows. */
const SENTENCES: Record<Kind, { by?: string; alone: string }> = {
  mentioned: { by: 'mentioned you', alone: 'You were mentioned' },
  assigned: { by: 'assigned this to you', alone: 'This was assigned to you' },
  escalated: { alone: 'Escalated: overdue since' },
  overdue: { alone: 'Overdue since' },
  at_risk: { alone: 'At risk: due' },
  // Whoever added the last cost, or lowered the limit, asks for nothing.
  approval_needed: { alone: 'Costs above the limit need your approval' },
  approval_decided: { by: 'decided about the costs', alone: 'The costs were decided about' },
  vendor_answered: { alone: 'The vendor answered' },
  vendor_done: { alone: 'The vendor is done' },
  check_failed: { by: 'finished a checklist: something failed', alone: 'Something failed in a checklist' },
  commented: { by: 'commented', alone: 'There is a new comment' },
  status_changed: { by: 'changed the status', alone: 'The status was changed' },
  // Who reports has no account, and is named by what they add later.
  reported: { by: 'added to the report', alone: 'A crew member reported a problem' },
};

/** What was decided about costs, with the amount. */
const DECISIONS: Record<Decision, { by: (amount: string) => string; alone: (amount: string) => string }> = {
  approved: {
    by: (amount) => `approved up to ${amount}`,
    alone: (amount) => `Costs are approved up to ${amount}`,
  },
  declined: {
    by: (amount) => `declined costs of ${amount}`,
    alone: (amount) => `Costs of ${amount} are declined`,
  },
};

/** What a vendor did. */
const VENDORS: Record<VendorNews['event'], (name: string, amount: string) => string> = {
  accepted: (name) => `${name} accepted the work`,
  declined: (name) => `${name} declined the work`,
  quoted: (name, amount) => `${name} sent a quote of ${amount}`,
  done: (name) => `${name} is done: please confirm`,
  mail_failed: (name) => `The mail to ${name} was refused`,
};

/** How somebody reads. */
export interface Reader {
  /** An IANA name. */
  timeZone: string;
  /** An ISO code. */
  currency: string;
}

type ShownItem = Pick<
  MailItem,
  | 'kind'
  | 'countedDueAt'
  | 'decision'
  | 'amount'
  | 'vendor'
  | 'actorFirstName'
  | 'actorLastName'
  | 'isByReporter'
  | 'reporterName'
  | 'subject'
  | 'location'
  | 'timeZone'
>;

/**
 * Who did it; null for the system, and once the user was removed. The name of somebody without an account is only what
 * they say it is: it is marked as such, and its own brackets do not end the mark.
 */
function actorOf({ actorFirstName, actorLastName, isByReporter, reporterName }: ShownItem): string | null {
  if (!isByReporter) {
    return actorFirstName === null ? null : isolated(oneLine(`${actorFirstName} ${actorLastName ?? ''}`));
  }
  const name = oneLine(reporterName ?? '')
    .replaceAll(/[(（]/g, '[')
    .replaceAll(/[)）]/g, ']');
  return name === '' ? 'The reporter' : `The reporter (signed as ${isolated(name)})`;
}

/** What a mail is about, in one line: `#1042 Oven is cold`, `QR code of Fryer 2`, `Opening check`. */
export function nameOf(subject: Subject): string {
  if (subject.what === 'run') return oneLine(subject.name);
  if (subject.what === 'ticket') return `#${subject.number} ${oneLine(subject.title)}`;
  const { equipment, label } = subject;
  if (equipment !== null) return `QR code of ${oneLine(equipment)}`;
  return label === null ? 'QR code' : `QR code “${oneLine(label)}”`;
}

/** A time on the store's clock, with its zone where the reader's clock shows another: `Mar 5, 3:04 PM EST`. */
function storeTime(at: Date, { timeZone }: ShownItem, readersZone: string): string {
  const time = DateTime.fromJSDate(at, { zone: timeZone }).setLocale('en-US');
  const isSame = time.offset === time.setZone(readersZone).offset;
  return time.toFormat(isSame ? 'LLL d, h:mm a' : 'LLL d, h:mm a ZZZZ');
}

/** What happened: `Dana Whitfield mentioned you`. */
export function headline(item: ShownItem, { timeZone, currency }: Reader): string {
  const { kind, countedDueAt, decision, amount, vendor, subject, location } = item;
  if (subject.what === 'code') {
    return `The ${nameOf(subject)} at ${oneLine(location)} rests for an hour: too many reports.`;
  }
  if (vendor !== null) {
    const quoted = vendor.amount === null ? '' : moneyWords(vendor.amount, currency);
    return VENDORS[vendor.event](isolated(oneLine(vendor.name)), quoted);
  }
  const words = (): { by?: string; alone: string } => {
    if (decision === null || amount === null) return SENTENCES[kind];
    const shown = moneyWords(amount, currency);
    return { by: DECISIONS[decision].by(shown), alone: DECISIONS[decision].alone(shown) };
  };
  const { by, alone } = words();
  if (countedDueAt !== null) return `${alone} ${storeTime(countedDueAt, item, timeZone)}`;
  const actor = actorOf(item);
  return actor === null || by === undefined ? alone : `${actor} ${by}`;
}

/** What a change of many tickets did: `Dana Whitfield changed 40 tickets`. */
export function manyChanged(item: ShownItem, tickets: number): string {
  const actor = actorOf(item);
  const what = counted(tickets, 'ticket');
  return actor === null ? `${what} were changed` : `${actor} changed ${what}`;
}

/** What happened, with the status that the ticket has now. */
export function sentence(item: ShownItem, reader: Reader): string {
  const { kind, subject } = item;
  const status = subject.what === 'ticket' ? STATUSES[subject.status] : undefined;
  return kind === 'status_changed' && status !== undefined
    ? `${headline(item, reader)}. It is now ${status}`
    : headline(item, reader);
}

/** The item with the strongest reason, the oldest of several. */
export function strongestOf<Item extends { kind: Kind }>(items: readonly Item[]): Item | undefined {
  return [...items].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))[0];
}

/** `1 update`, `2 updates` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
