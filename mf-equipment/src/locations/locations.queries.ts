import { anyContains, byPage, pageAt, type PagedQuery, pageOf } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';

type Location = CoreSchemas['LocationResponse'];

const path = '/api/locations';

/** The stores visible to the user, sorted by name, page by page. @param q search text; undefined for all */
export const locationsQuery = (q: string | undefined): PagedQuery<Location> => ({
  ...byPage,
  queryKey: [path, { q, ...pageAt(undefined) }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: { q, ...pageAt(pageParam) } }, signal })),
});

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);
