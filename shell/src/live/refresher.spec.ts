import { ApiError, createQueryClient } from '@mainstay/web-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { pass } from '../../test/live.ts';
import { createRefresher, type Refresher } from './refresher.ts';

let queries: ReturnType<typeof createQueryClient>;
let refresher: Refresher;

beforeEach(() => {
  jest.useFakeTimers();
  queries = createQueryClient();
  refresher = createRefresher(queries, () => 0.5);
});
afterEach(() => {
  refresher.stop();
  queries.clear();
});

/** A query on a screen, loaded. */
async function mounted(...queryKey: unknown[]) {
  const queryFn = jest.fn<() => Promise<string>>(() => Promise.resolve('data'));
  const leave = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined);
  await pass(0);
  queryFn.mockClear();
  return { queryFn, leave, state: () => queries.getQueryState(queryKey) };
}
const failure = (status: number) =>
  new ApiError({ status, detail: 'No.', errors: undefined, requestId: undefined });
const all = () => true;
const at = (path: string) => (query: { queryKey: readonly unknown[] }) => query.queryKey[0] === path;

it('refetches what is shown, after some jitter, and marks the rest stale', async () => {
  const shown = await mounted('/api/tickets', {});
  const other = await mounted('/api/stats');
  const left = await mounted('/api/tickets', { q: 'a' });
  left.leave();
  refresher.refresh(at('/api/tickets'));
  expect(left.state()?.isInvalidated).toBe(true);
  await pass(149);
  expect(shown.queryFn).not.toHaveBeenCalled();
  await pass(1);
  expect(shown.queryFn).toHaveBeenCalledTimes(1);
  expect(left.queryFn).not.toHaveBeenCalled();
  expect(other.queryFn).not.toHaveBeenCalled();
  expect(other.state()?.isInvalidated).toBe(false);
});

it('refetches at most once a second per path, and never misses the last change', async () => {
  const tickets = await mounted('/api/tickets', {});
  const detail = await mounted('/api/tickets', '7');
  const stats = await mounted('/api/stats');
  for (let change = 0; change < 30; change += 1) {
    refresher.refresh(all);
    await pass(100);
  }
  await pass(2000);
  for (const { queryFn } of [tickets, detail, stats]) {
    expect(queryFn.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(queryFn.mock.calls.length).toBeLessThanOrEqual(4);
  }
  const before = tickets.queryFn.mock.calls.length;
  refresher.refresh(all);
  await pass(2000);
  expect(tickets.queryFn).toHaveBeenCalledTimes(before + 1);
});

it('refetches once more if something changes while a slow refetch runs, which is not cancelled', async () => {
  const slow = await mounted('/api/tickets', {});
  slow.queryFn.mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve('later'), 5000)));
  refresher.refresh(all);
  await pass(1000);
  refresher.refresh(all);
  refresher.refresh(all);
  await pass(4000);
  expect(slow.queryFn).toHaveBeenCalledTimes(1);
  await pass(1000);
  expect(slow.queryFn).toHaveBeenCalledTimes(2);
});

it.each([true, false])('refetches what was being loaded when it changed (shown: %s)', async (isShown) => {
  const queryKey = ['/api/tickets', {}];
  const queryFn = jest.fn<() => Promise<string>>(
    () => new Promise((resolve) => setTimeout(() => resolve('data'), 500)),
  );
  const observer = new QueryObserver(queries, { queryKey, queryFn });
  if (isShown) observer.subscribe(() => undefined);
  else void queries.query({ queryKey, queryFn });
  await pass(100);
  refresher.refresh(all);
  await pass(400);
  expect(queries.getQueryData(queryKey)).toBe('data');
  if (isShown) {
    await pass(2000);
    expect(queryFn).toHaveBeenCalledTimes(2);
  } else expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

describe('a refetch that fails', () => {
  it('is tried again, ever later, and the screen keeps what it has', async () => {
    const tickets = await mounted('/api/tickets', {});
    tickets.queryFn.mockRejectedValue(failure(502));
    refresher.refresh(all);
    await pass(10_000);
    expect(tickets.queryFn).toHaveBeenCalledTimes(3);
    expect(queries.getQueryData(['/api/tickets', {}])).toBe('data');
    tickets.queryFn.mockResolvedValue('fresh');
    await pass(30_000);
    expect(queries.getQueryData(['/api/tickets', {}])).toBe('fresh');
    const calls = tickets.queryFn.mock.calls.length;
    await pass(120_000);
    expect(tickets.queryFn).toHaveBeenCalledTimes(calls);
  });

  it('is not tried again if the service has refused it', async () => {
    const tickets = await mounted('/api/tickets', '7');
    tickets.queryFn.mockRejectedValue(failure(404));
    refresher.refresh(all);
    await pass(60_000);
    expect(tickets.queryFn).toHaveBeenCalledTimes(1);
  });
});

it('does not load again what failed on load, until a change makes it stale', async () => {
  const queryKey = ['/api/stats'];
  const queryFn = jest.fn(() => Promise.reject(failure(503)));
  const open = async () => {
    const options = { queryKey, queryFn, retryOnMount: false } as const;
    const leave = new QueryObserver(queries, options).subscribe(() => undefined);
    await pass(60_000);
    return leave;
  };
  const leave = await open();
  refresher.refresh(at('/api/tickets'));
  await pass(60_000);
  leave();
  (await open())();
  expect(queryFn).toHaveBeenCalledTimes(1);
  refresher.refresh(at('/api/stats'));
  (await open())();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('does nothing once it is stopped', async () => {
  const tickets = await mounted('/api/tickets', {});
  refresher.refresh(all);
  refresher.stop();
  await pass(5000);
  expect(tickets.queryFn).not.toHaveBeenCalled();
});
