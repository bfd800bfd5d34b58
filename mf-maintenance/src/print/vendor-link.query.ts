import { bodyOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core } from '../api/core.ts';

/** The link of the vendor who has a ticket; null without one. */
export const vendorLinkQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['/api/tickets', ticketId, 'vendor-jobs'],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/tickets/{id}/vendor-jobs', { params: { path: { id: ticketId } }, signal })),
    select: (jobs) => jobs.find(({ link }) => link !== null)?.link ?? null,
  });
