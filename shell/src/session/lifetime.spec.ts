import { afterEach, expect, it, jest } from '@jest/globals';
import { endOf, lifetimeOf, now } from './lifetime.ts';

const hour = 3_600_000;
afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  ['idle=60, remaining=600, unused=30', 60_000, 600_000, 30_000],
  // A service of before, or a later one.
  ['remaining=600, idle=60, later=1', 60_000, 600_000, 0],
  [null, 12 * hour, 12 * hour, 0],
  ['idle=soon', 12 * hour, 12 * hour, 0],
])('reads %s, and takes 12 hours where nothing is said', (header, idleMs, remainingMs, unusedMs) => {
  const before = now();
  const found = lifetimeOf(header);
  expect(found.idleMs).toBe(idleMs);
  expect(found.endsAt).toBeGreaterThanOrEqual(before + remainingMs);
  expect(found.endsAt).toBeLessThan(before + remainingMs + 10_000);
  expect(found.usedAt).toBeGreaterThanOrEqual(before - unusedMs);
  expect(found.usedAt).toBeLessThan(before - unusedMs + 10_000);
});

it('ends with what comes first', () => {
  expect(endOf(1000, { idleMs: 500, endsAt: 9000 })).toBe(1500);
  expect(endOf(1000, { idleMs: 500, endsAt: 1200 })).toBe(1200);
});

it('has a time that goes on while the clock is set back, and follows one that is set forward', () => {
  const before = now();
  jest.spyOn(Date, 'now').mockReturnValue(before - hour);
  expect(now()).toBeGreaterThanOrEqual(before - 1);
  jest.spyOn(Date, 'now').mockReturnValue(before + hour);
  expect(now()).toBe(before + hour);
});
