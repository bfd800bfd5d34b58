import { cents } from '../fields/money.ts';

/** Whether costs above the limit of a ticket need an administrator, and what they decided. */
export const approvals = ['none', 'needed', 'approved', 'declined'] as const;
export type Approval = (typeof approvals)[number];

/** The limit, what is decided, and up to which amount: only of an approval that is `approved`. Amounts with two places. */
export interface Spending {
  spendingLimit: string | null;
  approval: Approval;
  approvedAmount: string | null;
}

/** Why an approval is looked at again: another limit, or costs that rose, or did not. */
export type Cause = 'limit' | 'more' | 'less';

/**
 * What becomes of an approval when the costs or the limit changed. Costs at the limit or below need none, and forget it. Above it
 * they stay approved up to what was approved, and declined while they do not rise; a new limit below them asks again.
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

/** Managers set a first limit or lower one; only administrators raise or remove it. */
export const isRaised = (before: string | null, after: string | null): boolean =>
  before !== null && (after === null || cents(after) > cents(before));
