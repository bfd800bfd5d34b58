import { type components, type paths } from '@mainstay/svc-core/openapi';
import { anyContains, createApiClient, entityQueries, type Listed } from '@mainstay/web-kit';
import { type SearchOf } from '@mainstay/web-kit/fields';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { strings } from '../strings.ts';

type Location = components['schemas']['LocationResponse'];

/** A store as the filter names it. */
export type Store = Pick<Location, 'id' | 'name' | 'storeNumber'>;

const core = createApiClient<paths>();
const path = '/api/locations';
const locations = entityQueries(path);
const words = strings.filters;

/** The stores visible to the user, to choose one of them. */
export const stores: SearchOf<Location, Store> = {
  queryOf: locations.lists((sent: Listed<object>) => core.GET(path, sent))({}),
  /** The server's search rule. */
  matches: ({ name, city, storeNumber }, text) => anyContains([name, city, storeNumber], text),
  labelOf: ({ name, storeNumber }) => strings.storeOption(name, storeNumber),
  texts: {
    placeholder: words.allStores,
    loading: words.loadingStores,
    none: words.noStores,
    failed: words.storesFailed,
  },
};

const readLocation = locations.reads((sent) => core.GET('/api/locations/{id}', sent));

/** One store, also an archived one. It fails with 404 if it is not visible to the user. */
export const locationQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: [path, id],
    queryFn: id === undefined ? skipToken : ({ signal }) => readLocation(id, signal),
    select: ({ body }) => body,
  });
