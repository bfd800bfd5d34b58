import { afterEach, expect, it, jest } from '@jest/globals';
import { createApiClient } from './api-client.ts';
import { loadQuery } from './query-client.ts';

interface Paths {
  '/api/tickets': {
    get: {
      parameters: { query: { status: string } };
      responses: { 200: { content: { 'application/json': string[] } } };
    };
  };
}

afterEach(() => {
  globalThis.mainstayResponses = undefined;
  globalThis.mainstayAhead = undefined;
});

it('what the page has requested is consumed once, by the request for the same address', async () => {
  const send = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(Response.json(['sent'])));
  globalThis.mainstayResponses = new Map([
    ['/api/tickets?status=solved', Promise.resolve(Response.json(['first']))],
    ['/api/tickets/due', Promise.resolve(Response.json(['due']))],
  ]);
  const api = createApiClient<Paths>();
  const read = async (status: string) =>
    (await api.GET('/api/tickets', { params: { query: { status } } })).data;
  expect(await read('incoming')).toEqual(['sent']);
  expect(await read('solved')).toEqual(['first']);
  expect(await read('solved')).toEqual(['sent']);
  expect(await loadQuery({ queryKey: ['/api/tickets/due'] })).toEqual(['due']);
  expect(await loadQuery({ queryKey: ['/api/tickets/due'] })).toEqual(['sent']);
  expect(send).toHaveBeenCalledTimes(3);
});

it('what was requested ahead is consumed once, and known as consumed', async () => {
  const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(['sent']));
  globalThis.mainstayAhead = new Map([['/api/tickets/due', Promise.resolve(Response.json(['ahead']))]]);
  expect(await loadQuery({ queryKey: ['/api/tickets/due'] })).toEqual(['ahead']);
  expect(globalThis.mainstayAhead.has('/api/tickets/due')).toBe(true);
  expect(await loadQuery({ queryKey: ['/api/tickets/due'] })).toEqual(['sent']);
  expect(send).toHaveBeenCalledTimes(1);
});
