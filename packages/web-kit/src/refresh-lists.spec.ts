import { expect, it, jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from './query-client.ts';
import { refreshList } from './refresh-lists.ts';

it('refetches the visible lists at the path, and the rest when they are next used', async () => {
  const client = createQueryClient();
  const open = async (...queryKey: unknown[]) => {
    const queryFn = jest.fn(() => Promise.resolve('data'));
    const observer = new QueryObserver(client, { queryKey, queryFn });
    observer.subscribe(() => undefined);
    await client.query({ queryKey, queryFn });
    queryFn.mockClear();
    return { queryFn, isStale: () => client.getQueryState(queryKey)?.isInvalidated };
  };
  const lists = [await open('/api/locations', {}), await open('/api/locations', { q: 'a' })];
  const others = [await open('/api/locations', '7'), await open('/api/stats')];
  const independent = [await open('/api/user'), await open('/config.json')];

  await refreshList(client, '/api/locations');
  for (const { queryFn, isStale } of lists) {
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect(isStale()).toBe(false);
  }
  for (const { queryFn, isStale } of others) {
    expect(queryFn).not.toHaveBeenCalled();
    expect(isStale()).toBe(true);
  }
  for (const { queryFn, isStale } of independent) {
    expect(queryFn).not.toHaveBeenCalled();
    expect(isStale()).toBe(false);
  }
});
