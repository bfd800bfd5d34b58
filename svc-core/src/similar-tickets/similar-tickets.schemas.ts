import { choice } from '@mainstay/service-kit';
import { z } from 'zod';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { ticketTypes } from '../fields/ticket-types.ts';
import { ticketResponse } from '../ticket-rows/tickets.schemas.ts';

export const similarTicketResponse = ticketResponse
  .extend({
    repeat: z.boolean().meta({ description: 'Completed within 30 days; false for an open ticket.' }),
  })
  .meta({ id: 'SimilarTicketResponse', description: 'A ticket like the one that is described.' });
export type SimilarTicketResponse = z.infer<typeof similarTicketResponse>;

export const similarTicketsQuery = z.strictObject({
  locationId: reference.meta({ examples: ['01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01'] }),
  equipmentId: reference
    .optional()
    .meta({ description: 'Tickets of this equipment come first, whatever their titles.' }),
  ticketType: choice(ticketTypes)
    .optional()
    .meta({ description: 'Tickets of this type come before others that are as similar.' }),
  title: searchText.meta({ description: 'Without it, all tickets of the location are similar.' }),
});
export type SimilarTicketsQuery = z.infer<typeof similarTicketsQuery>;
