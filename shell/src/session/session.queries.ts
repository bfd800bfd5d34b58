import type { components, paths } from '@mainstay/svc-auth/openapi';
import { bodyOf, createApiClient, isUnauthorized } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

type Schemas = components['schemas'];
export type User = Schemas['UserResponse'];
export type Credentials = Schemas['LoginRequest'];
export type Registration = Schemas['RegisterRequest'];

const api = createApiClient<paths>();

/** Fetches the current user, bypassing the cache. A 401 means nobody is signed in: null (specification, section 4). */
export async function readCurrentUser(): Promise<User | null> {
  try {
    return await bodyOf(api.GET('/api/user'));
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

/**
 * Whether this page was just requested without a session cookie, so that asking for the user would only return 401.
 * Pages restored by the browser do not count.
 */
function cameWithoutSession(): boolean {
  if (!('signedOut' in document.documentElement.dataset)) return false;
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming && page.transferSize > 0;
}

export const sessionQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: readCurrentUser,
  initialData: () => (cameWithoutSession() ? null : undefined),
});

/** Whether the first administrator is still to be created, and whether self-registration is on. */
export const setupQuery = queryOptions({
  queryKey: ['/api/setup'],
  queryFn: () => bodyOf(api.GET('/api/setup')),
});

/** Sets the current user and clears everything that was cached for the previous one. */
function useSessionChange() {
  const queries = useQueryClient();
  return (user: User | null) => {
    queries.setQueryData(sessionQuery.queryKey, user);
    queries.removeQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && path.startsWith('/api/') && path !== '/api/user',
    });
  };
}

export function useLogin() {
  const onSuccess = useSessionChange();
  return useMutation({
    mutationFn: (body: Credentials) => bodyOf(api.POST('/api/login', { body })),
    onSuccess,
  });
}

export function useRegister() {
  const onSuccess = useSessionChange();
  return useMutation({
    mutationFn: (body: Registration) => bodyOf(api.POST('/api/register', { body })),
    onSuccess,
  });
}

export function useLogout() {
  const changeSession = useSessionChange();
  return useMutation({
    mutationFn: () => api.POST('/api/logout'),
    onSuccess: () => changeSession(null),
  });
}
