import { isRecord } from '@mainstay/remote-contract';
import { loadQuery } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';

/** Where everybody reaches this system, as the gateway states it: `https://stores.example.com`. Else the page's own. */
export const publicUrlQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const url = isRecord(settings) ? settings['publicUrl'] : undefined;
    return (typeof url === 'string' ? URL.parse(url) : null)?.origin ?? location.origin;
  },
});
