import { cents } from '../fields/money.ts';
import type { Approval } from '../ticket-rows/tickets.schemas.ts';

/** The limit, what is decided, and up to which amount: null unless `approved`. Amounts with two places. */
export interface Spending {
  spendingLimit: string | null;
  approval: Approval;
  approvedAmount: string | null;
}

/** Why an approval is looked at again: another limit, or costs that rose, or did not. */
export type Cause = 'limit' | 'more' | 'less';

/**
 * What becomes of an approval when the costs or the limit changed; the first line that fits:
 * - costs at most the limit: `none`
 * - costs at most what was approved, under the same limit: `approved`
 * - declined before, and the costs did not rise: `declined`
 * - otherwise: `needed`
 * @param total the costs
 */
export function approvalAfter(
  { spendingLimit, approval, approvedAmount }: Spending,
  total: string,
  cause: Cause,
): Pick<Spending, 'approval' | 'approvedAmount'> {
  const costs = cents(total);
  if (spendingLimit === null || costs <= cents(spendingLimit)) {
    return { approval: 'none', approvedAmount: null };
  }
  const isApproved = approval === 'approved' && approvedAmount !== null && costs <= cents(approvedAmount);
  if (isApproved && cause !== 'limit') return { approval, approvedAmount };
  const isDeclined = approval === 'declined' && cause === 'less';
  return { approval: isDeclined ? 'declined' : 'needed', approvedAmount: null };
}

/** Whether a ticket with this approval can be solved. */
export const canBeSolved = (approval: Approval): boolean => approval === 'none' || approval === 'approved';

/** A change of a limit. Amounts with two places, null without a limit. */
interface LimitChange {
  isAdmin: boolean;
  before: string | null;
  /** Undefined where the change names none. */
  asked: string | null | undefined;
  /** The limit of the vendor after the change: that of the ticket, or that of the cost. */
  ofVendor: string | null;
  /** Whether that vendor is chosen by this change. */
  isNewVendor: boolean;
}

/**
 * The limit of a ticket after a change. A new vendor gives its limit to a ticket without one. Managers set a first
 * limit or lower one, never above that of the vendor; choosing a vendor with a lower one, they take it. Only
 * administrators do everything else.
 * @returns why it is refused: `raised` or removed, or `above_vendor`
 */
export function limitAfter({
  isAdmin,
  before,
  asked = before,
  ofVendor,
  isNewVendor,
}: LimitChange): { limit: string | null } | { refused: 'raised' | 'above_vendor' } {
  if (!isAdmin && isAbove(asked, before)) return { refused: 'raised' };
  const taken = isNewVendor && before === null && asked === null ? ofVendor : asked;
  if (isAdmin || !isAbove(taken, ofVendor)) return { limit: taken };
  if (asked !== before) return { refused: 'above_vendor' };
  return { limit: isNewVendor ? ofVendor : taken };
}

/**
 * The limit of a ticket after a cost. A cost by a manager is under the limit of the vendor that it names, also where
 * that vendor is not the ticket's; administrators choose freely.
 */
export const limitAfterCost = ({ isAdmin, before, ofVendor }: Omit<LimitChange, 'asked' | 'isNewVendor'>) =>
  !isAdmin && isAbove(before, ofVendor) ? ofVendor : before;

/** Whether a limit lets more through than another one, which is not null. */
const isAbove = (limit: string | null, other: string | null): boolean =>
  other !== null && (limit === null || cents(limit) > cents(other));
