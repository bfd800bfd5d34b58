import { responseId } from '@mainstay/service-kit';
import { z } from 'zod';

export const locationStatuses = ['active', 'inactive'] as const;

/** The location in other responses. */
export const locationName = z.object({ id: responseId, name: z.string() }).meta({
  id: 'LocationName',
  examples: [{ id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street' }],
});

/** The location where times are shown as its clocks do. */
export const zonedLocation = locationName.extend({ timezone: z.string() }).meta({
  id: 'ZonedLocation',
  description: 'The location, with its time zone (IANA name).',
  examples: [
    { id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street', timezone: 'America/New_York' },
  ],
});

/** The location of a ticket. */
export const ticketLocation = zonedLocation.extend({ storeNumber: z.string() }).meta({
  id: 'TicketLocation',
  description: 'The location, with its time zone (IANA name) and its number.',
  examples: [
    {
      id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
      name: 'Harbour Street',
      timezone: 'America/New_York',
      storeNumber: 'ME-014',
    },
  ],
});

/** The location where people distinguish stores by their numbers, too. */
export const storeName = locationName.extend({ storeNumber: z.string() }).meta({
  id: 'StoreName',
  examples: [{ id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street', storeNumber: 'ME-014' }],
});
