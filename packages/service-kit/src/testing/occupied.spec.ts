import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { occupied } from './occupied.ts';

const work = (milliseconds: number): void => {
  const begun = process.threadCpuUsage();
  for (let used = 0; used < milliseconds * 1000;) {
    const { user, system } = process.threadCpuUsage(begun);
    used = user + system;
  }
};

it('measures the longest piece of work, and not the time that it waits', async () => {
  const { all, longest } = await occupied(async () => {
    work(20);
    await sleep(300);
    work(60);
    await sleep(1);
    work(20);
  });
  expect(longest).toBeGreaterThan(59);
  expect(longest).toBeLessThan(90);
  expect(all).toBeGreaterThan(99);
});

it('rejects with the error of the work', async () => {
  await expect(occupied(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
