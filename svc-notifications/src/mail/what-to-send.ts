import type { Form } from '../deliveries/delivery.entity.ts';
import { allowedFrom, type Budget, MAILS_PER_DAY } from '../deliveries/rhythm.ts';
import type { NotificationSettings } from '../settings/notification-settings.ts';
import type { MailItem } from './contents.repository.ts';

/** A delivery that was late by more than this has nothing new in it, for example after a restore. */
const TOO_LATE_MS = 24 * 60 * 60_000;

/** What of an item decides whether it is sent. */
export type Considered = Pick<MailItem, 'kind' | 'isByReporter'>;

export interface Situation<Item extends Considered> {
  form: Form;
  now: Date;
  sendAt: Date;
  /** Whether the person's account is active. */
  isActive: boolean;
  settings: NotificationSettings;
  /** Those that the person has not read and can still see. */
  items: readonly Item[];
  /** Mails about tickets since the person's day began, by what they count for. */
  sentToday: Record<Budget, number>;
}

/** What an item counts for. A mail whose items count for different things is one of the others. */
function budgetOf({ kind, isByReporter }: Considered): Budget {
  if (kind === 'reported' || isByReporter) return 'reports';
  if (kind === 'approval_needed') return 'approvals';
  return kind === 'at_risk' || kind === 'overdue' || kind === 'escalated' ? 'deadlines' : 'others';
}

/** What becomes of a delivery: it is dropped, waits, or is sent with some items while others go into the digest. */
export type Decision<Item> =
  | { what: 'drop'; why: string }
  | { what: 'wait'; until: Date }
  | { what: 'send'; items: readonly Item[]; inDigest: readonly Item[] };

/** Decides about a delivery whose time has come by what is true now, whatever was true when it was scheduled. */
export function whatToSend<Item extends Considered>(situation: Situation<Item>): Decision<Item> {
  const { form, now, sendAt, isActive, settings, sentToday } = situation;
  if (!isActive) return { what: 'drop', why: 'The account is not active.' };
  const until = allowedFrom(now, settings);
  if (form === 'token')
    return until > now ? { what: 'wait', until } : { what: 'send', items: [], inDigest: [] };
  if (now.getTime() - sendAt.getTime() > TOO_LATE_MS) return { what: 'drop', why: 'It is a day late.' };
  if (form === 'test') return { what: 'send', items: [], inDigest: [] };
  const items = situation.items.filter(({ kind }) => settings.kinds[kind].email !== 'off');
  if (items.length === 0) return { what: 'drop', why: 'There is nothing left to tell.' };
  if (form === 'digest') {
    const isPaused = settings.pausedUntil !== null && settings.pausedUntil > now;
    if (isPaused) return { what: 'send', items: [], inDigest: items };
    return until > now ? { what: 'wait', until } : { what: 'send', items, inDigest: [] };
  }
  const atOnce = items.filter((item) => {
    const budget = budgetOf(item);
    return settings.kinds[item.kind].email === 'now' && sentToday[budget] < MAILS_PER_DAY[budget];
  });
  if (atOnce.length > 0 && until > now) return { what: 'wait', until };
  return { what: 'send', items: atOnce, inDigest: items.filter((item) => !atOnce.includes(item)) };
}
