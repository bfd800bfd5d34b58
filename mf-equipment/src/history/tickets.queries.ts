import { pagedQuery } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';

export type Ticket = CoreSchemas['TicketResponse'];

const path = '/api/tickets';

/** The tickets about a piece of equipment, newest first, page by page. @param hasCosts only those with costs */
export const ticketsQuery = (equipmentId: string, hasCosts?: 'true') =>
  pagedQuery([path], { equipmentId, ...(hasCosts && { hasCosts }) }, (query, signal) =>
    core.GET(path, { params: { query }, signal }),
  );
