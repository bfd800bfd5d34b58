import { queryOptions } from '@tanstack/react-query';
import { requireCurrentUser } from '../session/session.queries.ts';

/**
 * The current user, read again. Unlike the session's own query it fails if nobody is signed in, and so leads to the
 * sign-in page.
 */
export const sessionCheckQuery = queryOptions({
  queryKey: ['/api/user', 'check'],
  queryFn: requireCurrentUser,
  staleTime: 0,
  gcTime: 0,
});
