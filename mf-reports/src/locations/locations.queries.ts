import { type components, type paths } from '@mainstay/svc-core/openapi';
import { anyContains, bodyOf, createApiClient, pagedQuery } from '@mainstay/web-kit';
import { queryOptions, skipToken } from '@tanstack/react-query';

type Location = components['schemas']['LocationResponse'];

/** A store as the filter names it. */
export type Store = Pick<Location, 'id' | 'name' | 'storeNumber'>;

const core = createApiClient<paths>();
const path = '/api/locations';

/** The stores visible to the user, sorted by name, page by page. @param q search text; undefined for all */
export const locationsQuery = (q: string | undefined) =>
  pagedQuery([path], { q }, (query, signal) => core.GET(path, { params: { query }, signal }));

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

/** One store, also an archived one. It fails with 404 if it is not visible to the user. */
export const locationQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: [path, id],
    queryFn:
      id === undefined
        ? skipToken
        : ({ signal }) => bodyOf(core.GET('/api/locations/{id}', { params: { path: { id } }, signal })),
  });
