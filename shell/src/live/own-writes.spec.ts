import { createApiClient } from '@mainstay/web-kit';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { settle, type TicketPaths } from '../../test/live.ts';
import { type OwnWrites, recordOwnWrites } from './own-writes.ts';

let response: { resolve: (response: Response) => void; reject: (reason: Error) => void };
let own: OwnWrites;
const api = createApiClient<TicketPaths>();
const write = () => api.POST('/api/tickets');

beforeEach(() => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => new Promise((resolve, reject) => (response = { resolve, reject })));
  own = recordOwnWrites();
});
afterEach(() => own.stop());

const withId = (id: string) => new Response(null, { status: 204, headers: { 'X-Request-Id': id } });

it.each([
  ['reads', () => api.GET('/api/tickets'), () => undefined],
  ['writes once it is stopped', write, () => own.stop()],
])('does not follow %s', async (_what, call, before) => {
  before();
  const called = call();
  await settle();
  expect(own.pending()).toBeUndefined();
  response.resolve(withId('a1'));
  await called;
  await settle();
  expect(own.has('a1')).toBe(false);
});

it('leaves the error of a failed write to its caller', async () => {
  const written = write();
  await settle();
  const pending = own.pending();
  response.reject(new TypeError('Failed to fetch'));
  await expect(written).rejects.toThrow('Failed to fetch');
  await expect(pending).resolves.toBeDefined();
  expect(own.pending()).toBeUndefined();
});

it('keeps the last 200', async () => {
  for (let at = 0; at < 201; at += 1) {
    const written = write();
    await settle();
    response.resolve(withId(`a${at}`));
    await written;
  }
  await settle();
  expect([own.has('a0'), own.has('a1'), own.has('a200')]).toEqual([false, true, true]);
});
