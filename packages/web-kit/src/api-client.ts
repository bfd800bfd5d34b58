import createClient, { type Client } from 'openapi-fetch';
import { readApiError } from './api-error.ts';

/**
 * A typed client for one service's OpenAPI `paths`. Cookies travel along; a JSON content type is sent only with
 * a body; a non-2xx answer rejects with ApiError. Take the body out of an answer with `bodyOf`.
 */
export function createApiClient<Paths extends object>(): Client<Paths> {
  const client = createClient<Paths>({
    baseUrl: globalThis.location.origin,
    credentials: 'include',
    // Looked up on each call, so that a test may put another in its place.
    fetch: (request) => globalThis.fetch(request),
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await readApiError(response);
    },
  });
  return client;
}

/**
 * The body of a successful answer: `bodyOf(api.GET('/api/tickets'))`.
 * @throws ApiError as the client does; Error if the answer that should have a body has none.
 */
export async function bodyOf<Answer extends { data?: unknown; response: Response }>(
  call: Promise<Answer>,
): Promise<NonNullable<Answer['data']>> {
  const { data, response } = await call;
  if (data === undefined || data === null) throw new Error(`${response.status}: the answer has no body`);
  return data;
}

/**
 * The body of a successful answer with its version: the `ETag` a later change names in `If-Match`.
 * @throws as {@link bodyOf}; Error if the answer has no ETag.
 */
export async function versionOf<Answer extends { data?: unknown; response: Response }>(
  call: Promise<Answer>,
): Promise<{ body: NonNullable<Answer['data']>; etag: string }> {
  const answer = await call;
  const etag = answer.response.headers.get('etag');
  if (etag === null) throw new Error(`${answer.response.status}: the answer has no ETag`);
  return { body: await bodyOf(Promise.resolve(answer)), etag };
}
