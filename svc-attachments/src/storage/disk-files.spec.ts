import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { inTime } from './disk-files.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a call of the disk fails after 8 s, and its later result is discarded', async () => {
  const { promise: work, resolve: respond } = Promise.withResolvers<string>();
  const discarded = jest.fn();
  const result = inTime(work, discarded);
  const failed = expect(result).rejects.toThrow('The disk has not responded within 8000 ms.');
  await jest.advanceTimersByTimeAsync(8000);
  await failed;
  expect(discarded).not.toHaveBeenCalled();
  respond('late');
  await jest.advanceTimersByTimeAsync(0);
  expect(discarded.mock.calls).toEqual([['late']]);
});

it('a call in time returns its result, and leaves no timer', async () => {
  expect(await inTime(Promise.resolve('result'))).toBe('result');
  expect(jest.getTimerCount()).toBe(0);
});
