import { entityQueries, type Listed } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';

export type Ticket = CoreSchemas['TicketResponse'];

/** The tickets about a piece of equipment, newest first. `hasCosts`: only those with costs. */
export const ticketsQuery = entityQueries('/api/tickets').lists(
  (sent: Listed<{ equipmentId: string; hasCosts?: 'true' }>) => core.GET('/api/tickets', sent),
);
