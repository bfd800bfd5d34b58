import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Turns } from './turns.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Work of people, by name, that ends when the test says so. */
function people(turns: Turns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const come = (person: string) =>
    turns.take(person, () => {
      begun.push(person);
      return new Promise<string>((resolve) => ends.push(() => resolve(person)));
    });
  /** Ends the work that began first. */
  const end = async () => {
    ends.shift()?.();
    await jest.advanceTimersByTimeAsync(0);
  };
  return { begun, come, end };
}
const busy = { status: 503, headers: { 'Retry-After': '3' } };

it('so many work at once, but one of each person, and then those who have waited longest', async () => {
  const { begun, come, end } = people(new Turns(2));
  const all = ['Ann', 'Ann', 'Bob', 'Cid', 'Ann'].map(come);
  await jest.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['Ann', 'Bob']);
  await end();
  expect(begun).toEqual(['Ann', 'Bob', 'Ann']);
  await end();
  expect(begun).toEqual(['Ann', 'Bob', 'Ann', 'Cid']);
  await end();
  await end();
  await end();
  expect(await Promise.all(all)).toEqual(['Ann', 'Ann', 'Bob', 'Cid', 'Ann']);
});

it('who waits is told to retry after ten seconds, although nobody has ended, and then has no turn', async () => {
  const { begun, come, end } = people(new Turns(1));
  const first = come('Ann');
  const late = expect(come('Bob')).rejects.toMatchObject(busy);
  await jest.advanceTimersByTimeAsync(10_000);
  await late;
  await end();
  expect([await first, begun]).toEqual(['Ann', ['Ann']]);
  const next = come('Bob');
  await jest.advanceTimersByTimeAsync(10_000);
  await end();
  expect(await next).toBe('Bob');
});

it('five of a person and fifty of all may wait', async () => {
  const { come } = people(new Turns(1));
  const waiting = (person: string, count: number) => Array.from({ length: count }, () => come(person));
  const all = [...waiting('Ann', 6), ...Array.from({ length: 9 }, (_, at) => waiting(`Bob ${at}`, 5)).flat()];
  for (const late of all) late.catch(() => undefined);
  await expect(come('Ann')).rejects.toMatchObject(busy);
  await expect(come('Cid')).rejects.toMatchObject(busy);
  await jest.advanceTimersByTimeAsync(10_000);
});

it('work that fails ends its turn', async () => {
  const turns = new Turns(1);
  await expect(turns.take('Ann', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take('Ann', () => Promise.resolve('done'))).toBe('done');
});
