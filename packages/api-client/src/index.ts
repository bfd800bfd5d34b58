import type { paths as AttachmentsPaths } from '@mainstay/svc-attachments/openapi';
import type { paths as AuthPaths } from '@mainstay/svc-auth/openapi';
import type { paths as CorePaths } from '@mainstay/svc-core/openapi';
import createClient, { type Client } from 'openapi-fetch';
import { readApiProblem } from './api-problem.ts';

export { ApiProblem } from './api-problem.ts';

/** Every call of the three services, by path. */
export type MainstayPaths = AuthPaths & CorePaths & AttachmentsPaths;
export type MainstayClient = Client<MainstayPaths>;

export interface MainstayClientOptions {
  /** Where Mainstay is, for example `https://mainstay.example.com`. */
  baseUrl: string;
  /** A personal access token, from `POST /api/tokens`. */
  token: string;
}

/**
 * A client whose paths, parameters, bodies and answers are typed by the services' OpenAPI documents. An answer other
 * than a success rejects with {@link ApiProblem}; {@link bodyOf} takes the body out of a success.
 */
export function createMainstayClient({ baseUrl, token }: MainstayClientOptions): MainstayClient {
  const client = createClient<MainstayPaths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await readApiProblem(response);
    },
  });
  return client;
}

interface Answer<Body> {
  data?: Body | undefined;
  response: Response;
}

/**
 * The body of a successful answer: `await bodyOf(mainstay.GET('/api/stats'))`.
 * @throws ApiProblem as the client does; Error when the answer has no body.
 */
export async function bodyOf<Body>(call: Promise<Answer<Body>>): Promise<NonNullable<Body>> {
  const { data, response } = await call;
  if (data === undefined || data === null) throw new Error(`${response.status}: the answer has no body`);
  return data;
}

/**
 * Everything in a list, page after page along `Link: rel="next"` (RFC 8288). `page` asks for the page at a cursor, which
 * is undefined for the first one.
 */
export async function* everyItem<Item>(
  page: (cursor: string | undefined) => Promise<Answer<Item[]>>,
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
