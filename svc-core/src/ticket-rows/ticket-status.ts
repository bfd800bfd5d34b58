/** incoming (To Acknowledge), in_progress (Working), solved (Completed): specification, section 4. */
export const ticketStatuses = ['incoming', 'in_progress', 'solved'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Effect of a status change on `completedAt`: entering solved sets it, leaving clears it. Any order is allowed. */
export function completionOf(from: TicketStatus, to: TicketStatus): 'set' | 'clear' | 'keep' {
  if (from === to) return 'keep';
  if (to === 'solved') return 'set';
  return from === 'solved' ? 'clear' : 'keep';
}
