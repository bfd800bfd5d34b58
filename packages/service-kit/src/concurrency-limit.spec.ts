import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextRound } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('a limit', () => {
  it('lets so many callers run at once, the others in order of arrival', async () => {
    const limit = new ConcurrencyLimit(2, 1000);
    const entered: number[] = [];
    const leaves: (() => void)[] = [];
    for (const caller of [1, 2, 3, 4]) {
      void limit.enter().then((leave) => {
        entered.push(caller);
        leaves.push(leave);
      });
    }
    await nextRound();
    expect(entered).toEqual([1, 2]);
    leaves[0]?.();
    await nextRound();
    expect(entered).toEqual([1, 2, 3]);
    leaves[1]?.();
    leaves[2]?.();
    await nextRound();
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('rejects a caller after waiting too long, without delaying the next caller', async () => {
    const limit = new ConcurrencyLimit(1, 20);
    const leave = await limit.enter();
    await expect(limit.enter()).rejects.toMatchObject({ status: 503 });
    leave();
    (await limit.enter())();
  });
});
