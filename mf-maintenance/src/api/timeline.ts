import { type QueryClient } from '@tanstack/react-query';

/** The query key below which the timeline of a ticket is cached. */
export const timelineKey = (ticketId: string) => ['/api/tickets', ticketId, 'timeline'];

/** Reads the timeline of a ticket again after a change of the ticket, its comments or its attachments. */
export const refreshTimeline = (client: QueryClient, ticketId: string) =>
  client.invalidateQueries({ queryKey: timelineKey(ticketId) });
