import { queryOptions } from '@tanstack/react-query';
import { loadQuery } from './query-client.ts';

/**
 * The origin at which everybody reaches this system, as the gateway states it: `https://stores.example.com`. For
 * addresses that are printed or sent: a page may have been opened at another one. Without it, the page's own.
 */
export const publicUrlQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const url: unknown =
      typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'publicUrl') : undefined;
    return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : location.origin;
  },
});
