import type { components, paths } from '@mainstay/svc-auth/openapi';
import { bodyOf, createApiClient } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

type Schemas = components['schemas'];
export type Token = Schemas['TokenResponse'];
export type NewToken = Schemas['CreatedTokenResponse'];

const api = createApiClient<paths>();
const path = '/api/tokens';

/** One's own tokens that were not revoked, newest first: a person has at most 50 that are valid. */
export const tokensQuery = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => bodyOf(api.GET(path, { signal })),
});

/** Creates a token. It has its secret, which is kept nowhere else. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    // Its outcome is a secret, which does not stay in the cache of mutations.
    gcTime: 0,
    mutationFn: (body: Schemas['CreateTokenRequest']) => bodyOf(api.POST(path, { body })),
    onSuccess: () => client.invalidateQueries(tokensQuery),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE('/api/tokens/{id}', { params: { path: { id } } }),
    onSettled: () => client.invalidateQueries(tokensQuery),
  });
}
