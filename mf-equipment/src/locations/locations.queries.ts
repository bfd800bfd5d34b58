import { anyContains, pagedQuery } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';

const path = '/api/locations';

/** The stores visible to the user, sorted by name, page by page. @param q search text; undefined for all */
export const locationsQuery = (q: string | undefined) =>
  pagedQuery([path], { q }, (query, signal) => core.GET(path, { params: { query }, signal }));

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: CoreSchemas['LocationResponse'], text: string) =>
  anyContains([name, city, storeNumber], text);
