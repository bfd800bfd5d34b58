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

/**
 * What becomes of an approval when the costs or the limit changed. Costs up to what was approved stay approved; costs that fall
 * to the limit forget it, and a new limit below the costs asks again. @param total the costs @param isNewLimit the limit changed
 */
export function approvalAfter(
  { spendingLimit, approval, approvedAmount }: Spending,
  total: string,
  isNewLimit: boolean,
): Pick<Spending, 'approval' | 'approvedAmount'> {
  const costs = cents(total);
  const approved = approval === 'approved' && approvedAmount !== null ? cents(approvedAmount) : null;
  const isWithinLimit = spendingLimit === null || costs <= cents(spendingLimit);
  // Costs that rise within a limit set with the approval stay approved.
  const isKept = approved !== null && !isNewLimit && (isWithinLimit ? costs >= approved : costs <= approved);
  if (isKept) return { approval: 'approved', approvedAmount };
  if (isWithinLimit) return { approval: 'none', approvedAmount: null };
  return { approval: approval === 'declined' && !isNewLimit ? 'declined' : 'needed', approvedAmount: null };
}

/** Whether a ticket with this approval can be solved. */
export const canBeSolved = (approval: Approval): boolean => approval === 'none' || approval === 'approved';

/** Managers set a first limit or lower one; only administrators raise or remove it. */
export const isRaised = (before: string | null, after: string | null): boolean =>
  before !== null && (after === null || cents(after) > cents(before));
