import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { addressOf, createQueryClient, leavesWhenUnauthorized } from './query-client.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

describe('the address of a key', () => {
  it.each([
    [['/api/tickets'], '/api/tickets'],
    [['/api/tickets', 'a/b', 'attachments'], '/api/tickets/a%2Fb/attachments'],
    [
      ['/api/tickets', { q: 'oven & fan', limit: 5, status: undefined }],
      '/api/tickets?q=oven+%26+fan&limit=5',
    ],
    [['/api/tickets', {}], '/api/tickets'],
  ])('%j is %s', (key, address) => {
    expect(addressOf(key)).toBe(address);
  });
});

describe('a query without a loader of its own', () => {
  it('requests its key with cookies and parses the response', async () => {
    const seen = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json([{ id: 1 }]));
    const data = await createQueryClient().query({ queryKey: ['/api/tickets', { limit: 5 }] });
    expect(data).toEqual([{ id: 1 }]);
    expect(seen.mock.calls).toEqual([
      ['/api/tickets?limit=5', expect.objectContaining({ credentials: 'include' })],
    ]);
  });

  it('fails with status and text, without retries, and reports a lost session', async () => {
    let calls = 0;
    server.use(
      http.get('*/api/stats', () => {
        calls += 1;
        return new HttpResponse('Unauthorized', { status: 401 });
      }),
    );
    const onUnauthorized = jest.fn();
    const query = createQueryClient({ onUnauthorized }).query({ queryKey: ['/api/stats'] });
    await expect(query).rejects.toMatchObject({ message: '401: Unauthorized' });
    expect(calls).toBe(1);
    expect(onUnauthorized.mock.calls).toEqual([[{ leaves: false }]]);
  });

  it('never becomes stale', async () => {
    const queries = createQueryClient();
    let calls = 0;
    const options = { queryKey: ['/api/things'], queryFn: () => Promise.resolve((calls += 1)) };
    await queries.query(options);
    await queries.query(options);
    expect(calls).toBe(1);
    expect(queries.getDefaultOptions().queries).toMatchObject({
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      networkMode: 'always',
    });
  });
});

it('asks once for what failed before its components are there, and again for whoever comes back to it', async () => {
  const queries = createQueryClient();
  const queryFn = jest.fn(() => Promise.reject(new Error('503')));
  const asked = { queryKey: ['/api/tickets'], queryFn };
  await expect(queries.query(asked)).rejects.toThrow('503');
  const show = () => new QueryObserver(queries, asked).subscribe(() => undefined);
  const leave = [show(), show()];
  expect(queryFn).toHaveBeenCalledTimes(1);
  for (const each of leave) each();
  show();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it.each([
  [undefined, false],
  [leavesWhenUnauthorized, true],
])('does not retry a mutation, and reports a lost session with its meta (%j)', async (meta, leaves) => {
  const onUnauthorized = jest.fn();
  const mutationFn = jest.fn(() => Promise.reject(new Error('401: Unauthorized')));
  const mutation = new MutationObserver(createQueryClient({ onUnauthorized }), {
    mutationFn,
    ...(meta && { meta }),
  });
  await expect(mutation.mutate()).rejects.toThrow('401');
  expect(mutationFn).toHaveBeenCalledTimes(1);
  expect(onUnauthorized.mock.calls).toEqual([[{ leaves }]]);
});
