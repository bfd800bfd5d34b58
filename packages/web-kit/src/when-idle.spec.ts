import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { whenIdle } from './when-idle.ts';

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(window, 'requestIdleCallback').mockImplementation((then) => setTimeout(then, 10));
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('calls back once, when the page is idle and nothing is busy', () => {
  const then = jest.fn();
  document.body.innerHTML = '<section aria-busy="true"></section>';
  whenIdle(then);
  jest.advanceTimersByTime(1000);
  expect(then).not.toHaveBeenCalled();
  document.body.innerHTML = '<section aria-busy="false"></section>';
  jest.advanceTimersByTime(1000);
  expect(then).toHaveBeenCalledTimes(1);
});

it('calls back again half a minute after a rejection', async () => {
  const then = jest.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('no network'));
  whenIdle(then);
  await jest.advanceTimersByTimeAsync(29_000);
  expect(then).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(90_000);
  expect(then).toHaveBeenCalledTimes(2);
});

it('does not call back once it is cancelled', () => {
  const then = jest.fn();
  whenIdle(then)();
  jest.advanceTimersByTime(1000);
  expect(then).not.toHaveBeenCalled();
});
