import { queryOptions } from '@tanstack/react-query';
import { LOCALE } from './locale.ts';
import { loadQuery } from './query-client.ts';

const DEFAULT_CURRENCY = 'USD';

/** The currency of all amounts, an ISO code, as the gateway states it. */
export const currencyQuery = queryOptions({
  queryKey: ['/config.json'],
  queryFn: loadQuery,
  select: (settings) => {
    const currency: unknown =
      typeof settings === 'object' && settings !== null ? Reflect.get(settings, 'currency') : undefined;
    return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : DEFAULT_CURRENCY;
  },
});

/** Formats an amount like `$640.00`. @param amount a decimal string of the API @param currency an ISO code */
export const formatMoney = (amount: string, currency = DEFAULT_CURRENCY): string =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).format(Number(amount));
