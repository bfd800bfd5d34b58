import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { settle } from '../../test/live.ts';
import { type OwnWrites, recordOwnWrites } from './own-writes.ts';

let response: { resolve: (response: Response) => void; reject: (reason: Error) => void };
let original: jest.SpiedFunction<typeof fetch>;
let own: OwnWrites;

beforeEach(() => {
  original = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => new Promise((resolve, reject) => (response = { resolve, reject })));
  own = recordOwnWrites();
});
afterEach(() => {
  own.stop();
});

const withId = (id: string) => new Response(null, { headers: { 'X-Request-Id': id } });

it.each([
  ['a request', () => fetch(new Request('http://localhost/api/tickets', { method: 'POST' }))],
  ['an address', () => fetch('/api/tickets', { method: 'post' })],
])('knows the request id of a write by %s, once there is a response', async (_how, write) => {
  void write();
  let isSettled = false;
  void own.pending()?.then(() => (isSettled = true));
  await settle();
  expect(isSettled).toBe(false);
  expect(own.has('a1')).toBe(false);
  response.resolve(withId('a1'));
  await settle();
  expect(isSettled).toBe(true);
  expect(own.has('a1')).toBe(true);
  expect(own.pending()).toBeUndefined();
});

it('does not follow reads', async () => {
  const read = fetch('/api/tickets');
  expect(own.pending()).toBeUndefined();
  response.resolve(withId('a1'));
  await read;
  await settle();
  expect(own.has('a1')).toBe(false);
});

it('leaves the error of a failed write to its caller', async () => {
  const write = fetch('/api/tickets', { method: 'POST' });
  const pending = own.pending();
  response.reject(new TypeError('Failed to fetch'));
  await expect(write).rejects.toThrow('Failed to fetch');
  await expect(pending).resolves.toBeDefined();
  expect(own.pending()).toBeUndefined();
});

it('keeps the last 200', async () => {
  for (let at = 0; at < 201; at += 1) {
    const write = fetch('/api/tickets', { method: 'POST' });
    response.resolve(withId(`a${at}`));
    await write;
  }
  await settle();
  expect([own.has('a0'), own.has('a1'), own.has('a200')]).toEqual([false, true, true]);
});

it('leaves fetch as it was when it is stopped', () => {
  own.stop();
  expect(globalThis.fetch).toBe(original);
});
