import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeEvents, pass } from '../../test/live.ts';
import { type KeptStream, keepStream, type StreamStatus } from './kept-stream.ts';

let server: ReturnType<typeof fakeEvents>;
let stream: KeptStream;
let statuses: StreamStatus[];
let cursor: string | undefined;
const onOpen = jest.fn();
const onEvent = jest.fn();
const onUnauthorized = jest.fn();

function start() {
  stream = keepStream({
    cursor: () => cursor,
    lostSince: Date.now(),
    onOpen,
    onEvent,
    onUnauthorized,
    onAlive: () => undefined,
    onCursor: (id) => {
      cursor = id;
    },
    onStatus: (status) => statuses.push(status),
    random: () => 0.5,
  });
}

beforeEach(() => {
  jest.useFakeTimers();
  server = fakeEvents();
  statuses = [];
  cursor = undefined;
  for (const mock of [onOpen, onEvent, onUnauthorized]) mock.mockClear();
});
afterEach(() => {
  stream.close();
});

const states = () => statuses.map(({ state }) => state);
const response = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

it('passes events on, and resumes after the last one', async () => {
  start();
  await pass(0);
  expect(server.attempts[0]?.has('last-event-id')).toBe(false);
  expect(onOpen.mock.calls).toEqual([[false]]);
  server.open().send(': hello\n\nid: c1\nevent: change\nda');
  await pass(0);
  expect(onEvent).not.toHaveBeenCalled();
  server.open().send('ta: {}\n\nid: c2\n\n');
  await pass(0);
  expect(onEvent.mock.calls).toEqual([[{ name: 'change', data: '{}' }]]);
  server.open().end();
  await pass(1000);
  expect(server.attempts[1]?.get('last-event-id')).toBe('c2');
  expect(onOpen.mock.calls).toEqual([[false], [true]]);
  expect(states()).toEqual(['lost', 'open', 'lost', 'open']);
});

it('waits as long as the server says, then ever longer, up to 30 s', async () => {
  start();
  await pass(0);
  server.open().send('retry: 2000\n\n');
  await pass(10_000);
  server.responses.push(...Array.from({ length: 20 }, () => new TypeError('Failed to fetch')));
  server.open().end();
  const times: number[] = [];
  for (let second = 0; second <= 120; second += 1) {
    const before = server.attempts.length;
    await pass(1000);
    if (server.attempts.length > before) times.push(second);
  }
  const waits = times.map((time, at) => time - (times[at - 1] ?? -1));
  expect(waits.slice(0, 6)).toEqual([2, 3, 6, 12, 23, 22]);
});

it('counts from the loss, whatever the attempts after it say', async () => {
  start();
  await pass(8000);
  server.responses.push(response(503, { 'Retry-After': '4' }), response(502));
  server.open().end();
  const lostAt = Date.now();
  await pass(5000);
  expect(statuses.at(-1)).toEqual({ state: 'lost', since: lostAt });
  expect(server.attempts).toHaveLength(3);
  await pass(30_000);
  expect(statuses.at(-1)?.state).toBe('open');
});

it.each([404, 429])('rests after %i, and says nothing of it', async (status) => {
  server.responses.push(response(status, { 'Retry-After': '5' }));
  start();
  await pass(0);
  expect(states()).toEqual(['lost', 'none']);
  stream.retry();
  await pass(290_000);
  expect(server.attempts).toHaveLength(1);
  await pass(50_000);
  expect(states()).toEqual(['lost', 'none', 'open']);
});

it('rests if the response is no stream', async () => {
  server.responses.push(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
  start();
  await pass(0);
  expect(states()).toEqual(['lost', 'none']);
});

describe('the end of a session', () => {
  it.each([
    ['a 401', () => server.responses.push(response(401))],
    ['an end', () => undefined],
  ])('is reported after %s, and the stream waits ever longer', async (_how, prepare) => {
    prepare();
    start();
    await pass(0);
    if (onUnauthorized.mock.calls.length === 0) server.open().event('end', { reason: 'session' });
    await pass(0);
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
    server.responses.push(response(401), response(401), response(401));
    await pass(4000);
    expect(onUnauthorized).toHaveBeenCalledTimes(3);
  });
});

it('connects again at once, with some jitter, when the server is drained', async () => {
  start();
  await pass(20_000);
  server.open().event('end', { reason: 'drain' });
  await pass(499);
  expect(server.attempts).toHaveLength(1);
  await pass(1);
  expect(server.attempts).toHaveLength(2);
});

it('takes a connection for lost that is silent for 30 s, or does not respond within 10 s', async () => {
  start();
  await pass(20_000);
  server.open().send(': alive\n\n');
  await pass(29_999);
  expect(states()).toEqual(['lost', 'open']);
  await pass(1);
  expect(states()).toEqual(['lost', 'open', 'lost']);
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_input, init) =>
      new Promise((_resolve, reject) => {
        server.attempts.push(new Headers());
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const before = server.attempts.length;
  await pass(10_000);
  expect(server.attempts).toHaveLength(before + 1);
  await pass(5000);
  expect(server.attempts).toHaveLength(before + 2);
});

it('is closed for good', async () => {
  start();
  await pass(0);
  stream.close();
  await pass(60_000);
  expect(server.streams.map(({ isOpen }) => isOpen)).toEqual([false]);
  expect(server.attempts).toHaveLength(1);
});
