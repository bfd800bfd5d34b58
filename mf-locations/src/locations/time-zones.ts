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

/** All time zones, sorted by name. `known` adds zones that this browser knows under another name. */
export function timeZoneOptions(...known: (string | undefined)[]): { value: string; label: string }[] {
  const given = known.filter((name) => name !== undefined);
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...given])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
