import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeEvents, FakeChannel, fakeLocks, pass } from '../../test/live.ts';
import { type StreamStatus } from './kept-stream.ts';
import { shareStream } from './shared-stream.ts';
import { type StreamEvent } from './stream-event.ts';

let server: ReturnType<typeof fakeEvents>;
let tabs: Tab[];
const nodeChannel = globalThis.BroadcastChannel;

interface Tab {
  events: string[];
  gaps: jest.Mock;
  checks: jest.Mock;
  status: () => StreamStatus['state'] | undefined;
  channel: FakeChannel | undefined;
  leave: (isSignedOut?: boolean) => void;
}

/**
 * Opens a tab.
 * @param start where the events stood when its page was requested
 */
async function openTab({ start = '' } = {}): Promise<Tab> {
  const statuses: StreamStatus[] = [];
  const [gaps, checks, events] = [jest.fn(), jest.fn(), [] as string[]];
  const before = new Set(FakeChannel.all);
  const shared = shareStream({
    userId: 'ada',
    start: start === '' ? undefined : { cursor: start, at: Date.now() },
    onEvent: ({ name, data }: StreamEvent) => events.push(name === 'change' ? data : name),
    onGap: gaps,
    onStatus: (status) => statuses.push(status),
    checkSession: checks,
  });
  const tab = {
    events,
    gaps,
    checks,
    status: () => statuses.at(-1)?.state,
    channel: [...FakeChannel.all].find((channel) => !before.has(channel)),
    leave: (isSignedOut = false) => shared.leave(isSignedOut),
  };
  tabs.push(tab);
  await pass(100);
  return tab;
}

const change = (name: string) => server.open().event('change', { name }, name);
const heard = (...names: string[]) => names.map((name) => JSON.stringify({ name }));

beforeEach(() => {
  jest.useFakeTimers();
  server = fakeEvents();
  tabs = [];
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: FakeChannel, configurable: true });
});
afterEach(() => {
  for (const tab of tabs) tab.leave();
  Reflect.deleteProperty(navigator, 'locks');
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: nodeChannel, configurable: true });
});

it('is one stream for all tabs, and each hears each event once', async () => {
  const all = [await openTab(), await openTab(), await openTab()];
  change('c1');
  change('c2');
  await pass(100);
  expect(server.streams).toHaveLength(1);
  for (const { events, status } of all) {
    expect(events).toEqual(heard('c1', 'c2'));
    expect(status()).toBe('open');
  }
});

it.each(['locks', 'BroadcastChannel'] as const)('is one per tab without %s', async (missing) => {
  Reflect.deleteProperty(missing === 'locks' ? navigator : globalThis, missing);
  const all = [await openTab(), await openTab()];
  for (const stream of server.streams) stream.event('change', { name: 'c1' }, 'c1');
  await pass(0);
  expect(server.streams).toHaveLength(2);
  for (const { events } of all) expect(events).toEqual(heard('c1'));
});

it('is one per tab where locks are forbidden', async () => {
  const request = () => Promise.reject(new DOMException('Not here.', 'SecurityError'));
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  await openTab();
  expect(server.streams).toHaveLength(1);
});

describe('when the leader closes', () => {
  it('another tab continues after the last event, without a gap', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.gaps.mockClear();
    second.gaps.mockClear();
    change('c1');
    await pass(0);
    first.leave();
    await pass(0);
    expect(server.attempts.at(-1)?.get('last-event-id')).toBe('c1');
    expect(server.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    change('c2');
    await pass(0);
    expect(second.events).toEqual(heard('c1', 'c2'));
    expect(first.events).toEqual(heard('c1'));
    expect(second.gaps).not.toHaveBeenCalled();
  });

  it('all tabs refresh if no event has told where to continue', async () => {
    const [first, second, third] = [await openTab(), await openTab(), await openTab()];
    second.gaps.mockClear();
    third.gaps.mockClear();
    first.leave();
    await pass(0);
    expect(second.gaps).toHaveBeenCalledTimes(1);
    expect(third.gaps).toHaveBeenCalledTimes(1);
  });
});

describe('where the server does not tell where the events stand', () => {
  it('each tab reads its screen again once, and all do after a `resync`', async () => {
    const [first, second] = [await openTab(), await openTab()];
    change('c1');
    await pass(20_000);
    expect([first, second].map(({ gaps }) => gaps.mock.calls.length)).toEqual([1, 1]);
    server.open().event('resync', {});
    await pass(0);
    for (const { events } of [first, second]) expect(events.at(-1)).toBe('resync');
  });
});

describe('where the server tells where the events stand', () => {
  it('the stream starts there, so that nothing is missed and nothing is read again', async () => {
    const tab = await openTab({ start: 's1' });
    expect(server.attempts.map((headers) => headers.get('last-event-id'))).toEqual(['s1']);
    // It happened before the stream was there.
    change('c1');
    await pass(20_000);
    expect(tab.events).toEqual(heard('c1'));
    expect(tab.gaps).not.toHaveBeenCalled();
  });

  it('it starts there again if it was not there at first', async () => {
    server.responses.push(new TypeError('Failed to fetch'), new Response(null, { status: 503 }));
    const tab = await openTab({ start: 's1' });
    await pass(10_000);
    expect(server.attempts.map((headers) => headers.get('last-event-id'))).toEqual(['s1', 's1', 's1']);
    expect(tab.gaps).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing, if they stand there still', 'c1', 0],
    ['its screen again, if something has happened since', 's2', 1],
  ])('a tab that joins reads %s', async (_what, start, gaps) => {
    const first = await openTab({ start: 's1' });
    change('c1');
    await pass(1000);
    const second = await openTab({ start });
    change('c2');
    await pass(20_000);
    expect(server.streams).toHaveLength(1);
    expect(second.events).toEqual(heard('c2'));
    expect(second.gaps).toHaveBeenCalledTimes(gaps);
    expect(first.gaps).not.toHaveBeenCalled();
  });

  it('a tab that joins and takes over from a silent leader makes all tabs read again', async () => {
    const [first, second] = [await openTab({ start: 's1' }), await openTab({ start: 's2' })];
    if (first.channel) first.channel.isMuted = true;
    const third = await openTab({ start: 's3' });
    second.gaps.mockClear();
    await pass(60_000);
    expect(server.streams.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    expect([second, third].some(({ gaps }) => gaps.mock.calls.length > 0)).toBe(true);
  });
});

it('counts the loss from the same moment in all tabs, those that open later included', async () => {
  // Six waits, 46 s: with the shortest ones, the new stream would be silent for too long by the end.
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const first = await openTab();
  change('c1');
  await pass(10_000);
  server.responses.push(...Array.from({ length: 5 }, () => new TypeError('Failed to fetch')));
  server.open().end();
  await pass(3000);
  const second = await openTab({ start: 'c1' });
  expect([first.status(), second.status()]).toEqual(['lost', 'lost']);
  await pass(60_000);
  expect([first.status(), second.status()]).toEqual(['open', 'open']);
  expect(second.gaps).not.toHaveBeenCalled();
});

describe('a tab that is frozen or kept for going back', () => {
  it.each([
    [
      'pagehide',
      () => window.dispatchEvent(new Event('pagehide')),
      () => window.dispatchEvent(new Event('pageshow')),
    ],
    [
      'freeze',
      () => document.dispatchEvent(new Event('freeze')),
      () => document.dispatchEvent(new Event('resume')),
    ],
  ])('gives the stream up (%s), and reads its screen again when it is back', async (_how, hide, show) => {
    const tab = await openTab();
    change('c1');
    await pass(0);
    tab.gaps.mockClear();
    hide();
    await pass(30_000);
    expect(server.streams.filter(({ isOpen }) => isOpen)).toEqual([]);
    show();
    await pass(0);
    expect(server.attempts.at(-1)?.get('last-event-id')).toBe('c1');
    expect(tab.gaps).toHaveBeenCalledTimes(1);
    expect(tab.checks).toHaveBeenCalledTimes(1);
  });
});

describe('a leader that is silent', () => {
  it('loses the stream to a visible tab', async () => {
    const [first, second] = [await openTab(), await openTab()];
    change('c1');
    await pass(0);
    if (first.channel) first.channel.isMuted = true;
    const alive = setInterval(() => server.streams[0]?.isOpen && server.streams[0].send(': alive\n\n'), 5000);
    await pass(40_000);
    expect(server.streams).toHaveLength(1);
    await pass(10_000);
    clearInterval(alive);
    expect(server.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(server.attempts.at(-1)?.get('last-event-id')).toBe('c1');
    change('c2');
    await pass(0);
    expect(second.events).toEqual(heard('c1', 'c2'));
    expect(first.events).toEqual(heard('c1', 'c2'));
  });

  it('keeps it while it tells that it is there', async () => {
    const all = [await openTab(), await openTab()];
    for (let at = 0; at < 20; at += 1) {
      server.open().send(': alive\n\n');
      await pass(20_000);
    }
    expect(server.streams).toHaveLength(1);
    for (const { status } of all) expect(status()).toBe('open');
  });
});

it('connects at once when a tab becomes visible', async () => {
  await openTab();
  const second = await openTab();
  server.responses.push(new Response(null, { status: 503, headers: { 'Retry-After': '25' } }));
  server.open().end();
  await pass(2000);
  expect(second.status()).toBe('lost');
  for (let times = 0; times < 2; times += 1) {
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(second.status()).toBe('open');
  }
  // Where it is open already, it stays as it is.
  expect(server.streams).toHaveLength(2);
});

it.each(['online', 'offline'])('connects again when the browser is %s', async (event) => {
  await openTab();
  change('c1');
  await pass(0);
  window.dispatchEvent(new Event(event));
  await pass(0);
  expect(server.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(server.attempts.at(-1)?.get('last-event-id')).toBe('c1');
});

describe('the end of the session', () => {
  it('is told to all tabs by the one that has the stream', async () => {
    const all = [await openTab(), await openTab(), await openTab()];
    server.open().event('end', { reason: 'session' });
    await pass(0);
    for (const { checks } of all) expect(checks).toHaveBeenCalledTimes(1);
  });

  it('is told to the others by the one that signs out', async () => {
    const all = [await openTab(), await openTab(), await openTab()];
    all[1]?.leave(true);
    await pass(6000);
    expect(all.map(({ checks }) => checks.mock.calls.length)).toEqual([1, 0, 1]);
  });
});
