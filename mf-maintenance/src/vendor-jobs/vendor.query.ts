import { bodyOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core } from '../api/core.ts';

/** One vendor, for its address. A form starts from it, so it is read anew. */
export const vendorQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/vendors', id],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/vendors/{id}', { params: { path: { id } }, signal })),
    gcTime: 0,
  });
