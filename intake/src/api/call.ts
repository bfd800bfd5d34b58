import { readApiError } from '@mainstay/web-kit/api-error';
import { noteTime } from '@mainstay/web-kit/server-clock';

/** After this a call counts as lost: phones keep dead connections for minutes. */
const TIMEOUT_MS = 20_000;

interface Sent {
  body?: object;
  /** The Idempotency-Key. */
  key?: string;
}

/**
 * Calls the API, without openapi-fetch, which is a fortieth of all that a page may weigh. A response is not believed
 * to come from the API: a guest network may return a page of its own.
 * @param is whether a body is what was asked for
 * @throws ApiError for a response other than 2xx; another Error if there is no response of the API
 */
export async function call<Body>(
  method: 'GET' | 'POST',
  path: string,
  is: (body: unknown) => body is Body,
  { body, key }: Sent = {},
): Promise<Body> {
  const response = await fetch(`${location.origin}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  noteTime(response);
  if (!response.ok) throw await readApiError(response);
  const result: unknown = await response.json();
  if (!is(result)) throw new Error(`${response.status}: not a response of the API`);
  return result;
}

/** Puts a file at an address that the API has granted. The times are those of a slow network. */
export async function put(address: string, file: Blob): Promise<void> {
  const response = await fetch(address, {
    method: 'PUT',
    body: file,
    credentials: 'omit',
    signal: AbortSignal.timeout(9 * TIMEOUT_MS),
  });
  if (!response.ok) throw await readApiError(response);
}
