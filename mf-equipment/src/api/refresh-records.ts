import { type QueryClient } from '@tanstack/react-query';

/** Reads the records of equipment again that are shown; the lists are refreshed by what writes. */
export const refreshRecords = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) => path === '/api/equipment' && typeof id === 'string',
  });
