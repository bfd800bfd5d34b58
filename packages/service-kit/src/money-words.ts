import { z } from 'zod';

/** The setting `CURRENCY`: the currency of all amounts, an ISO 4217 code. */
export const currencySetting = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
  .default('USD');

/**
 * An amount as people read it, with two places in every currency: `$640.00`.
 * @param currency an ISO code
 */
export const moneyWords = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits: 2 }).format(
    Number(amount),
  );
