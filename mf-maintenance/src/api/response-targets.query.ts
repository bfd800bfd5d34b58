import { bodyOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core } from './core.ts';

const path = '/api/response-targets';

/**
 * The targets of the three priorities, the most urgent first. Forms start from them: none are kept from an earlier
 * visit.
 */
export const responseTargetsQuery = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => bodyOf(core.GET(path, { signal })),
  gcTime: 0,
});
