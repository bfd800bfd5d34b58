import type { paths as AttachmentsPaths } from '@mainstay/svc-attachments/openapi';
import type { paths as AuthPaths } from '@mainstay/svc-auth/openapi';
import type { paths as CorePaths } from '@mainstay/svc-core/openapi';
import type { paths as NotificationsPaths } from '@mainstay/svc-notifications/openapi';
import type { paths as ReportsPaths } from '@mainstay/svc-reports/openapi';
import createClient, { type Client } from 'openapi-fetch';
import { ApiProblem } from './api-problem.ts';
import { keyedFetch } from './keyed-fetch.ts';
import { readProblem } from './problem.ts';

export { ApiProblem } from './api-problem.ts';

/** All paths of the services. */
type MainstayPaths = AuthPaths & CorePaths & AttachmentsPaths & NotificationsPaths & ReportsPaths;
export type MainstayClient = Client<MainstayPaths, 'application/json'>;

interface MainstayClientOptions {
  /** The base URL of Mainstay, for example `https://mainstay.example.com`. */
  baseUrl: string;
  /** A personal access token, from `POST /api/tokens`. */
  token: string;
}

/**
 * Creates a client of JSON, typed by the services' OpenAPI documents. It waits for a 429 or a 503 as these say, and
 * sends a key with each POST, so that a repeated one happens once. A response other than 2xx rejects with {@link
 * ApiProblem}; use {@link bodyOf} to get the body of a successful one.
 */
export function createMainstayClient({ baseUrl, token }: MainstayClientOptions): MainstayClient {
  const client = createClient<MainstayPaths, 'application/json'>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
    fetch: keyedFetch,
  });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw new ApiProblem(await readProblem(response));
    },
  });
  return client;
}

interface ApiResponse<Body> {
  data?: Body | undefined;
  response: Response;
}

/**
 * Returns the body of a successful response: `await bodyOf(mainstay.GET('/api/stats'))`.
 * @throws ApiProblem as the client does; Error if the body is missing
 */
export async function bodyOf<Body>(call: Promise<ApiResponse<Body>>): Promise<NonNullable<Body>> {
  const { data, response } = await call;
  if (data === undefined || data === null) throw new Error(`${response.status}: the response has no body`);
  return data;
}

/**
 * Iterates over all items of a list, following `Link: rel="next"` (RFC 8288). `page` requests the page at a cursor,
 * which is undefined for the first one.
 */
export async function* everyItem<Item>(
  page: (cursor: string | undefined) => Promise<ApiResponse<Item[]>>,
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const { data = [], response } = await page(cursor);
    yield* data;
    cursor = nextCursor(response.headers.get('link'));
  } while (cursor !== undefined);
}

function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://relative').searchParams.get('cursor') ?? undefined;
}
