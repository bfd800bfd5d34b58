import type { paths } from '@mainstay/svc-auth/openapi';
import { bodyOf, createApiClient } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';

const api = createApiClient<paths>();

/**
 * The current user, read again. Unlike the session's own query it fails if nobody is signed in, and so leads to the sign-in
 * page.
 */
export const sessionCheckQuery = queryOptions({
  queryKey: ['/api/user', 'check'],
  queryFn: () => bodyOf(api.GET('/api/user')),
  staleTime: 0,
  gcTime: 0,
});
