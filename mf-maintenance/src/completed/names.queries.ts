import { versionOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core } from '../api/core.ts';

const paths = {
  location: '/api/locations/{id}',
  equipment: '/api/equipment/{id}',
  vendor: '/api/vendors/{id}',
} as const;

/** The name of a store, a piece of equipment or a vendor. */
export const nameQuery = (kind: keyof typeof paths, id: string) =>
  queryOptions({
    queryKey: [paths[kind].replace('/{id}', ''), id],
    // With its ETag, as other screens read it at this address.
    queryFn: ({ signal }) => versionOf(core.GET(paths[kind], { params: { path: { id } }, signal })),
    select: ({ body }) => body.name,
  });
