import { expect, it } from '@jest/globals';
import { setImmediate as nextRound } from 'node:timers/promises';
import { ownRound } from './own-round.ts';

it('gives each caller a separate round of the event loop', async () => {
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
