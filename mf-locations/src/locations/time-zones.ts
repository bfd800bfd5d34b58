import { isRecord } from '@mainstay/remote-contract';
import { queryOptions } from '@tanstack/react-query';
import { loadQuery } from '@mainstay/web-kit';

/**
 * The default time zone (IANA name) for new locations; undefined if the gateway does not state it, so that the server's
 * default applies.
 */
export const defaultTimezoneQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const zone = isRecord(settings) ? settings['defaultTimezone'] : undefined;
    return typeof zone === 'string' && zone !== '' ? zone : undefined;
  },
});
