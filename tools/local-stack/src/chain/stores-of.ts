import { Failure } from '../failure.ts';

const LEAST_STORES = 100;
const MOST_STORES = 20_000;

/**
 * The number of stores that `--chain` asks for.
 * @throws Failure when it is none
 */
export function storesOf(asked: string): number {
  const stores = Number(asked);
  if (Number.isInteger(stores) && stores >= LEAST_STORES && stores <= MOST_STORES) return stores;
  throw new Failure(`--chain needs a number of stores from ${LEAST_STORES} to ${MOST_STORES}.`);
}
