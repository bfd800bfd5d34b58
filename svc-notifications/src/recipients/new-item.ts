import { z } from 'zod';

/** Kinds of items about the due date of a ticket. */
const marks = ['escalated', 'overdue', 'at_risk'] as const;

/** Kinds of items about the costs of a ticket. */
const approvals = ['approval_needed', 'approval_decided'] as const;

/** Kinds of items about the work of a vendor. */
const ofVendors = ['vendor_answered', 'vendor_done'] as const;

/** What an item about the work of a vendor says, as it was then. */
export const vendorNews = z.object({
  event: z.enum(['accepted', 'declined', 'quoted', 'done', 'mail_failed']),
  name: z.string(),
  /** Of the quote. */
  amount: z.string().nullable(),
});
export type VendorNews = z.infer<typeof vendorNews>;

/** Kinds of items about events of a ticket. */
export const eventKinds = [...marks, ...approvals, ...ofVendors] as const;
export type EventKind = (typeof eventKinds)[number];

/** What was decided about costs. */
export const decisions = ['approved', 'declined'] as const;
export type Decision = (typeof decisions)[number];

/** Why somebody is notified of a change, the strongest reason first. */
export const kinds = [
  'mentioned',
  'assigned',
  ...eventKinds,
  'check_failed',
  'commented',
  'status_changed',
  'reported',
] as const;
export type Kind = (typeof kinds)[number];

/** An item that was just inserted. */
export const newItemRow = z.object({
  id: z.guid(),
  userId: z.guid(),
  kind: z.enum(kinds),
  /** Of what it is about; the other two are null. */
  ticketId: z.guid().nullable(),
  codeId: z.guid().nullable(),
  runId: z.guid().nullable(),
  /** The change of many tickets that it is about; mostly null. */
  bulkId: z.guid().nullable(),
  /** When the change was made. */
  createdAt: z.date(),
});
export type NewItem = z.infer<typeof newItemRow>;
