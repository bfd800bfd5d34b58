import type { components, paths } from '@mainstay/svc-auth/openapi';
import { bodyOf, createApiClient, isUnauthorized, useToast } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

type Schemas = components['schemas'];
export type User = Schemas['UserResponse'];

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

/** A mutation that sets the current user, and clears everything that was cached for the previous one. */
function useSessionChange<Body>(send: (body: Body) => Promise<User | null>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (user) => {
      queries.setQueryData(sessionQuery.queryKey, user);
      queries.removeQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && path.startsWith('/api/') && path !== '/api/user',
      });
    },
  });
}

export const useLogin = () =>
  useSessionChange((body: Schemas['LoginRequest']) => bodyOf(api.POST('/api/login', { body })));

export const useRegister = () =>
  useSessionChange((body: Schemas['RegisterRequest']) => bodyOf(api.POST('/api/register', { body })));

export const useLogout = () => useSessionChange(() => api.POST('/api/logout').then(() => null));

/** For a call of a mutation: a toast that says why it failed. */
export function useFailureToast(title: string) {
  const toast = useToast();
  return {
    onError: ({ message }: Error) => toast({ title, description: message, variant: 'destructive' }),
  };
}
