import { byPage, pageAt, type PagedQuery, pageOf } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';

export type Ticket = CoreSchemas['TicketResponse'];

const path = '/api/tickets';

/** The tickets about a piece of equipment, newest first, page by page. */
export const ticketsQuery = (equipmentId: string): PagedQuery<Ticket> => ({
  ...byPage,
  queryKey: [path, { equipmentId, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: { equipmentId, ...pageAt(pageParam) } }, signal })),
});
