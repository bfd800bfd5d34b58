import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextRound } from 'node:timers/promises';
import { ownRound, Turns } from './turns.ts';

describe('turns', () => {
  it('run a limited number at once, the others in order of arrival', async () => {
    const turns = new Turns(2, 1000);
    const taken: number[] = [];
    const ends: (() => void)[] = [];
    for (const caller of [1, 2, 3, 4]) {
      void turns.take().then((end) => {
        taken.push(caller);
        ends.push(end);
      });
    }
    await nextRound();
    expect(taken).toEqual([1, 2]);
    ends[0]?.();
    await nextRound();
    expect(taken).toEqual([1, 2, 3]);
    ends[1]?.();
    ends[2]?.();
    await nextRound();
    expect(taken).toEqual([1, 2, 3, 4]);
  });

  it('are rejected after waiting too long, without delaying the next caller', async () => {
    const turns = new Turns(1, 20);
    const end = await turns.take();
    await expect(turns.take()).rejects.toMatchObject({ status: 503 });
    end();
    (await turns.take())();
  });
});

it('give each caller a separate round of the event loop', async () => {
  let round = 0;
  const over = new AbortController();
  const counting = (async () => {
    while (!over.signal.aborted) {
      await nextRound();
      round += 1;
    }
  })();
  const rounds = await Promise.all(Array.from({ length: 5 }, () => ownRound().then(() => round)));
  over.abort();
  await counting;
  expect(new Set(rounds).size).toBe(5);
});
