import { queryOptions, useQuery } from '@tanstack/react-query';
import { LOCALE } from './locale.ts';
import { loadQuery } from './query-client.ts';

/**
 * An amount in the words of the reader: `"640.00"` is `$640.00`. Every amount of the API is below 10^13 and so exact
 * as a number.
 * @param currency an ISO code
 */
export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency, minimumFractionDigits: 2 }).format(
    Number(amount),
  );

/** The ISO code of the currency of this system, as the gateway states it. */
export const currencyQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const currency: unknown =
      typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'currency') : undefined;
    return typeof currency === 'string' ? currency : 'USD';
  },
});

/** {@link formatMoney} in the currency of this system. */
export function useMoney(): (amount: string) => string {
  const { data: currency = 'USD' } = useQuery(currencyQuery);
  return (amount) => formatMoney(amount, currency);
}
