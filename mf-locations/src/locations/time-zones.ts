import { queryOptions } from '@tanstack/react-query';
import { loadQuery } from '@mainstay/web-kit';

/**
 * The time zone of a location that names none, an IANA name; undefined where the gateway does not say. The server's own
 * setting then applies.
 */
export const defaultTimezoneQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const zone: unknown =
      typeof settings === 'object' && settings !== null
        ? Reflect.get(settings, 'defaultTimezone')
        : undefined;
    return typeof zone === 'string' && zone !== '' ? zone : undefined;
  },
});

/** All time zones by name, `known` ones included that this browser calls otherwise. */
export function timeZoneOptions(...known: (string | undefined)[]): { value: string; label: string }[] {
  const given = known.filter((name) => name !== undefined);
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...given])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
