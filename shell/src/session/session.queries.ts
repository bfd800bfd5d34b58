import type { components, paths } from '@mainstay/svc-auth/openapi';
import { bodyOf, createApiClient, eraseDrafts, isUnauthorized, useToast } from '@mainstay/web-kit';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Lifetime, lifetimeOf } from './lifetime.ts';
import { isSignOutDue, signIn } from './sign-out.ts';

type Schemas = components['schemas'];
export type User = Schemas['UserResponse'];

/** The `Last-Event-ID` of a response: what is read after it has no change from before. */
export interface StreamStart {
  cursor: string;
  /** When the response arrived (ms since 1970). */
  at: number;
}
/** `streamStart` and `signedInBy` are missing where the server does not send them. */
export type CurrentUser = User &
  Partial<Pick<Schemas['CurrentUserResponse'], 'signedInBy'>> & {
    streamStart?: StreamStart;
    lifetime?: Lifetime;
  };

const api = createApiClient<paths>();

async function currentUserOf(call: Promise<{ data?: User; response: Response }>): Promise<CurrentUser> {
  const { headers } = (await call).response;
  const cursor = headers.get('last-event-id');
  return {
    ...(await bodyOf(call)),
    ...(cursor !== null && { streamStart: { cursor, at: Date.now() } }),
    lifetime: lifetimeOf(headers.get('session-lifetime')),
  };
}

/**
 * Fetches the current user.
 * @throws ApiError 401 if nobody is signed in
 */
export const requireCurrentUser = () => currentUserOf(api.GET('/api/user'));

/** Fetches the current user, bypassing the cache. A 401 means nobody is signed in: null (specification, section 4). */
export async function readCurrentUser(): Promise<CurrentUser | null> {
  try {
    return await requireCurrentUser();
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    window.dispatchEvent(new Event('mainstay:session-ended'));
    return null;
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
  initialData: () => (isSignOutDue() || cameWithoutSession() ? null : undefined),
});

/** Whether the first administrator is still to be created, and whether self-registration is on. */
export const setupQuery = queryOptions({
  queryKey: ['/api/setup'],
  queryFn: () => bodyOf(api.GET('/api/setup')),
});

/** Sets the current user, and clears everything that was cached or typed for the previous one. */
export function setUser(queries: QueryClient, user: CurrentUser | null): void {
  if (!user) eraseDrafts();
  queries.setQueryData(sessionQuery.queryKey, user);
  queries.removeQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && path.startsWith('/api/') && path !== '/api/user',
  });
}

/** A mutation after which this is the current user. */
export function useSessionChange<Body>(send: (body: Body) => Promise<CurrentUser | null>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: (user) => setUser(queries, user) });
}

export const useLogin = () =>
  useSessionChange((body: Schemas['LoginRequest']) =>
    signIn(() => currentUserOf(api.POST('/api/login', { body }))),
  );

export const useRegister = () =>
  useSessionChange((body: Schemas['RegisterRequest']) =>
    signIn(() => currentUserOf(api.POST('/api/register', { body }))),
  );

/** For a call of a mutation: a toast that says why it failed. */
export function useFailureToast(title: string) {
  const toast = useToast();
  return {
    onError: ({ message }: Error) => toast({ title, description: message, variant: 'destructive' }),
  };
}
