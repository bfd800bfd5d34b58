import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { beginRequestContext } from './request-context.ts';
import { Transactions } from './transactions.ts';

/** A database that records how each transaction ended. */
function database() {
  const ends: string[] = [];
  const manager = { query: () => Promise.resolve([]) };
  const dataSource = {
    transaction: async (work: (transaction: EntityManager) => Promise<unknown>) => {
      try {
        const result = await work(manager as unknown as EntityManager);
        ends.push('commit');
        return result;
      } catch (error) {
        ends.push('rollback');
        throw error;
      }
    },
  };
  return { ends, transactions: new Transactions(dataSource as unknown as DataSource) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('returns 503 when a transaction takes too long, and does not commit it later', async () => {
  beginRequestContext('0123456789abcdef');
  const { ends, transactions } = database();
  const result = expect(
    transactions.run(() => new Promise((resolve) => setTimeout(resolve, 2500))),
  ).rejects.toMatchObject({ status: 503 });
  await jest.advanceTimersByTimeAsync(2400);
  await result;
  expect(ends).toEqual([]);
  await jest.advanceTimersByTimeAsync(200);
  expect(ends).toEqual(['rollback']);
});

it('passes on the result and the errors of the work', async () => {
  beginRequestContext('0123456789abcdef');
  const { ends, transactions } = database();
  await expect(transactions.run(() => Promise.resolve(1))).resolves.toBe(1);
  await expect(transactions.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(ends).toEqual(['commit', 'rollback']);
});
