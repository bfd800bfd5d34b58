import createClient, { type Client } from 'openapi-fetch';
import { readApiError } from './api-error.ts';
import { firstResponse } from './first-response.ts';
import { sentBy } from './sent-by.ts';
import { noteTime } from './server-clock.ts';
import { strings } from './strings.ts';
import { isOffline } from './use-is-offline.ts';

declare global {
  interface WindowEventMap {
    /** A write is sent; `detail` is its response. Each remote may have a client of its own: the page has this event. */
    'mainstay:write': CustomEvent<Promise<Response>>;
  }
}

function send(request: Request): Promise<Response> {
  if (request.method !== 'GET' && isOffline()) return Promise.reject(new Error(strings.offline));
  // Looked up on each call, so that tests can replace it.
  const fetched = () => globalThis.fetch(request);
  if (request.method === 'GET') {
    const { pathname, search } = new URL(request.url);
    for (const [name, value] of Object.entries(sentBy())) request.headers.set(name, value);
    return firstResponse(pathname + search, fetched);
  }
  const response = fetched();
  globalThis.dispatchEvent(new CustomEvent('mainstay:write', { detail: response }));
  return response;
}

/**
 * Creates a typed client of JSON for one service's OpenAPI `paths`. Sends cookies; a response other than 2xx rejects
 * with ApiError, and a write without a network with a sentence. Use `bodyOf` to get the body.
 */
export function createApiClient<Paths extends object>(): Client<Paths, 'application/json'> {
  const client = createClient<Paths, 'application/json'>({
    baseUrl: globalThis.location.origin,
    credentials: 'include',
    fetch: send,
  });
  client.use({
    async onResponse({ response }) {
      noteTime(response);
      if (!response.ok) throw await readApiError(response);
    },
  });
  return client;
}

/**
 * Returns the body of a successful response: `bodyOf(api.GET('/api/tickets'))`.
 * @throws ApiError as the client does; Error if the body is missing
 */
export async function bodyOf<ApiResponse extends { data?: unknown; response: Response }>(
  call: Promise<ApiResponse>,
): Promise<NonNullable<ApiResponse['data']>> {
  const { data, response } = await call;
  if (data === undefined || data === null) throw new Error(`${response.status}: the response has no body`);
  return data;
}

/**
 * Returns the body of a successful response with its `ETag`, for the `If-Match` of a later update.
 * @throws as {@link bodyOf}; Error if the ETag is missing
 */
export async function versionOf<ApiResponse extends { data?: unknown; response: Response }>(
  call: Promise<ApiResponse>,
): Promise<{ body: NonNullable<ApiResponse['data']>; etag: string }> {
  const result = await call;
  const etag = result.response.headers.get('etag');
  if (etag === null) throw new Error(`${result.response.status}: the response has no ETag`);
  return { body: await bodyOf(Promise.resolve(result)), etag };
}
