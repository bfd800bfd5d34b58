/** incoming (To Acknowledge), in_progress (Working), solved (Completed): specification, section 4. */
export const ticketStatuses = ['incoming', 'in_progress', 'solved'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** What a change of status does to `completedAt`: entering solved sets it, leaving clears it. No order is enforced. */
export function completionOf(from: TicketStatus, to: TicketStatus): 'set' | 'clear' | 'keep' {
  if (from === to) return 'keep';
  if (to === 'solved') return 'set';
  return from === 'solved' ? 'clear' : 'keep';
}
