export const ticketTypes = ['repair', 'inspection', 'cleaning', 'equipment', 'other'] as const;
export type TicketType = (typeof ticketTypes)[number];
