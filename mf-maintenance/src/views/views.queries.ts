import { bodyOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';

export type View = CoreSchemas['ViewResponse'];

const path = '/api/views';

/** The user's own views, then those that others share, each by name. */
export const viewsQuery = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => bodyOf(core.GET(path, { signal })),
});
