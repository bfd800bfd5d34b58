import { anyContains, entityQueries, type Listed } from '@mainstay/web-kit';
import { core, type Store } from '../api/core.ts';
import { strings } from '../strings.ts';

/** The stores visible to the user, to choose one of them in a SearchSelect or an ItemSelect. */
export const stores = {
  queryOf: entityQueries('/api/locations').lists((sent: Listed<object>) => core.GET('/api/locations', sent))(
    {},
  ),
  /** The server's search rule. */
  matches: ({ name, city, storeNumber }: Store & { city: string }, text: string) =>
    anyContains([name, city, storeNumber], text),
  labelOf: ({ name, storeNumber }: Store) => strings.storeOption(name, storeNumber),
  texts: {
    placeholder: strings.storePlaceholder,
    loading: strings.loading,
    none: strings.noStores,
    failed: strings.storesFailed,
  },
};
