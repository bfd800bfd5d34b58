import { type QueryClient } from '@tanstack/react-query';
import { readApiError } from './api-error.ts';
import { firstResponse } from './first-response.ts';
import { byPage, pageOf } from './paged-list.ts';
import { sentBy } from './sent-by.ts';

/** What is used here of a remote's declaration. */
interface Declared {
  screens: readonly { path: string; data?: readonly string[] }[];
}

async function listAt(
  address: string,
  signal: AbortSignal,
): Promise<{ data: unknown[]; response: Response }> {
  const send = () => fetch(address, { credentials: 'include', headers: sentBy(), signal });
  const response = await firstResponse(address, send);
  if (!response.ok) throw await readApiError(response);
  // Each list of the API is an array.
  return { data: (await response.json()) as unknown[], response };
}

/**
 * Reads an address under the key that is its own: with a `limit` as the first page of a list, anything else as a
 * whole.
 */
function read(address: string, queries: QueryClient): Promise<unknown> {
  const { pathname, searchParams } = new URL(address, location.origin);
  const { limit, ...filter } = Object.fromEntries(searchParams);
  if (limit === undefined) {
    return queries.query({ queryKey: searchParams.size > 0 ? [pathname, filter] : [pathname] });
  }
  return queries.infiniteQuery({
    ...byPage,
    queryKey: [pathname, { ...filter, limit: Number(limit) }],
    queryFn: ({ signal }) => pageOf(listAt(address, signal)),
  });
}

/**
 * The `prepare` of a remote: reads the `data` of its declaration, and loads the code of screens that come late.
 * @param late loads it, by the path of the screen
 */
export const prepareScreens =
  ({ screens }: Declared, late: Readonly<Record<string, () => Promise<unknown>>> = {}) =>
  (path: string, queries: QueryClient): Promise<unknown> => {
    const { data = [] } = screens.find((screen) => screen.path === path) ?? {};
    return Promise.allSettled([late[path]?.(), ...data.map((address) => read(address, queries))]);
  };
