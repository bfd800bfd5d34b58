import { z } from 'zod';

/** Money in a response: an exact amount with two places, in the currency of the system. */
export const responseMoney = z.string().meta({ description: 'For example 640.00.' });

/**
 * An amount in hundredths, to compare amounts exactly.
 * @param amount with two places
 */
export const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** The schemas of amounts in requests. */
export const amounts = z.registry<{ places: number }>();

const withTwoPlaces = (amount: string): string => {
  const [whole = '', places = ''] = amount.split('.');
  return `${whole}.${places.padEnd(2, '0')}`;
};

/** Money in a request: digits with at most two places. Both limits with two places, inclusive. */
export const moneyBetween = (least: string, most: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
    .regex(/^-?(0|[1-9]\d{0,12})(\.\d{1,2})?$/, { error: 'Must be an amount such as 640.00.', abort: true })
    .overwrite(withTwoPlaces)
    .refine(
      (amount) => cents(least) <= cents(amount) && cents(amount) <= cents(most),
      `Must be from ${least} to ${most}.`,
    )
    .register(amounts, { places: 2 });

/** A limit, or the cost of something new. */
export const upperMoney = moneyBetween('0.00', '9999999999.99');
