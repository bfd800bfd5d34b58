import { type LiveChange, parseRegistry } from '@mainstay/remote-contract';
import { createApiClient, createQueryClient } from '@mainstay/web-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { fakeEvents, pass, type TicketPaths } from '../../test/live.ts';
import { admin, listed, manager } from '../../test/shell-api.ts';
import { createLiveHub, type LiveHub } from '../remotes/live-hub.ts';
import { registryQuery } from '../remotes/registry.ts';
import { sessionQuery, type User } from '../session/session.queries.ts';
import { startLive } from './connection.ts';

const ticketId = '01890000-0000-7000-8000-0000000000aa';
const change: LiveChange = {
  entity: 'ticket',
  id: ticketId,
  action: 'update',
  ticketId,
  version: 2,
  fields: ['status'],
  actorId: manager.id,
  requestId: 'theirs',
};

let server: ReturnType<typeof fakeEvents>;
let current: User | null;
let queries: ReturnType<typeof createQueryClient>;
let hub: LiveHub;
let stop: () => void;
const reload = jest.fn();
const onUnauthorized = jest.fn();

beforeEach(async () => {
  jest.useFakeTimers();
  reload.mockClear();
  onUnauthorized.mockClear();
  current = admin;
  server = fakeEvents(({ method }) => {
    if (method !== 'GET') return Response.json({}, { headers: { 'X-Request-Id': 'mine' } });
    return current ? Response.json(current) : new Response('Unauthorized', { status: 401 });
  });
  queries = createQueryClient({ onUnauthorized });
  queries.setQueryData(sessionQuery.queryKey, admin);
  const inbox = listed('inbox', { live: { inbox: ['/api/inbox'] } });
  queries.setQueryData(registryQuery.queryKey, parseRegistry({ remotes: [inbox] }));
  hub = createLiveHub();
  stop = startLive({ queries, user: admin, hub, onStatus: () => undefined, reload });
  // The first page of a browser refreshes what it shows once.
  await pass(5000);
});
afterEach(() => {
  stop();
  queries.clear();
});

/**
 * A query on a screen, loaded.
 * @returns how often it was fetched since
 */
async function mounted(queryKey: unknown[], data: unknown = 'data', ms = 0) {
  const queryFn = jest.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (data instanceof Error) throw data;
    return data;
  });
  new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined);
  await pass(0);
  return () => queryFn.mock.calls.length - 1;
}

it('refreshes what shows a changed entity: its plural, what remotes declare, and the dashboard', async () => {
  const tickets = await mounted(['/api/tickets', {}]);
  const stats = await mounted(['/api/stats']);
  const locations = await mounted(['/api/locations', {}]);
  const summary = await mounted(['/api/inbox/summary']);
  const ahead = new Map([['/api/tickets/1', undefined]]);
  globalThis.mainstayAhead = ahead;
  server.open().event('inbox', { unread: 2 });
  await pass(2000);
  expect([tickets(), stats(), locations(), summary(), ahead.size]).toEqual([0, 0, 0, 1, 1]);
  server.open().event('change', change);
  await pass(2000);
  expect([tickets(), stats(), locations(), summary(), ahead.size]).toEqual([1, 1, 0, 1, 0]);
  globalThis.mainstayAhead = undefined;
});

it('reads nothing of the inbox again that has the number which the stream begins with', async () => {
  const unread = { unread: 'true' };
  const cases: [unknown[], unknown, number][] = [
    [['/api/inbox/summary'], { unread: 2 }, 0],
    [['/api/inbox/summary', 'other'], { unread: 3 }, 1],
    [['/api/inbox', unread], { pages: [{ items: [], total: 2 }] }, 0],
    [['/api/inbox', { ...unread, limit: 50 }], { pages: [{ items: [], total: 1 }] }, 1],
    [['/api/inbox', {}], { pages: [{ items: [], total: 2 }] }, 1],
    [['/api/inbox', { limit: 50 }], new Error('503'), 0],
    [['/api/inbox/summary', 'failed'], new Error('503'), 2],
  ];
  const shown = [];
  for (const [queryKey, data, count] of cases)
    shown.push({ read: await mounted(queryKey, data), queryKey, count });
  // It was read before the number, and arrives after it.
  const late = await mounted(['/api/inbox/summary', 'late'], { unread: 1 }, 500);
  server.open().event('inbox', { unread: 2 });
  await pass(3000);
  for (const { read, queryKey, count } of shown) expect([queryKey, read()]).toEqual([queryKey, count]);
  expect(late()).toBe(1);
});

it.each([
  ['after', 1, 'p1', 0],
  ['before', -1, null, 1],
])(
  'starts the stream where the events stood unless data was read earlier: %s',
  async (_when, later, id, gaps) => {
    stop();
    const tickets = await mounted(['/api/tickets', {}], []);
    const streamStart = { cursor: 'p1', at: Date.now() - later };
    stop = startLive({ queries, user: { ...admin, streamStart }, hub, onStatus: () => undefined, reload });
    await pass(5000);
    expect(server.attempts.at(-1)?.get('last-event-id')).toBe(id);
    expect(tickets()).toBe(gaps);
  },
);

it('tells each subscriber until it leaves, of the inbox too', async () => {
  const [tickets, inbox] = [jest.fn(), jest.fn()];
  const leave = hub.subscribe('ticket', tickets);
  hub.subscribe('ticket', tickets);
  hub.subscribe('inbox', inbox);
  server.open().event('change', change);
  server.open().event('inbox', { unread: 2 });
  server.open().event('news', {});
  await pass(0);
  expect(tickets.mock.calls).toEqual([[change], [change]]);
  expect(inbox.mock.calls).toEqual([[expect.objectContaining({ entity: 'inbox', id: admin.id, unread: 2 })]]);
  leave();
  leave();
  server.open().event('change', change);
  await pass(0);
  expect(tickets).toHaveBeenCalledTimes(3);
});

describe('a change of its own', () => {
  const own = { ...change, actorId: admin.id, requestId: 'mine' };
  const write = () => createApiClient<TicketPaths>().POST('/api/tickets');

  it('refreshes nothing and tells nobody', async () => {
    const tickets = await mounted(['/api/tickets', {}]);
    const subscriber = jest.fn();
    hub.subscribe('ticket', subscriber);
    await write();
    server.open().event('change', own);
    await pass(2000);
    expect(tickets()).toBe(0);
    expect(subscriber).not.toHaveBeenCalled();
  });

  it('refreshes nothing either if it is here before the response', async () => {
    const tickets = await mounted(['/api/tickets', {}]);
    void write();
    server.open().event('change', own);
    await pass(2000);
    expect(tickets()).toBe(0);
  });

  it('in another tab refreshes this one', async () => {
    const tickets = await mounted(['/api/tickets', {}]);
    server.open().event('change', own);
    await pass(2000);
    expect(tickets()).toBe(1);
  });
});

it('refreshes every query on the screen once if events were missed, and not the session', async () => {
  const tickets = await mounted(['/api/tickets', {}]);
  const similar = await mounted(['/api/tickets/similar', {}]);
  const settings = await mounted(['/config.json']);
  const setup = await mounted(['/api/setup']);
  server.open().event('resync', {});
  await pass(5000);
  expect([tickets(), similar(), settings(), setup()]).toEqual([1, 1, 0, 0]);
});

describe('the session', () => {
  it('leads to the sign-in page if it has ended', async () => {
    current = null;
    server.open().event('end', { reason: 'session' });
    await pass(1000);
    expect(onUnauthorized).toHaveBeenCalledWith({ leaves: false });
    expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(admin);
  });

  it.each([
    ['its end was announced', () => server.open().event('end', { reason: 'session' }, 'c1')],
    [
      'the user has changed',
      () => server.open().event('change', { ...change, entity: 'user', id: admin.id }),
    ],
    ['events were missed', () => server.open().event('resync', {})],
  ])('has the current role if %s and it is still valid', async (_what, send) => {
    current = { ...admin, role: 'district_manager' };
    const tickets = await mounted(['/api/tickets', {}]);
    send();
    await pass(1900);
    expect(queries.getQueryData(sessionQuery.queryKey)).toMatchObject(current);
    expect(onUnauthorized).not.toHaveBeenCalled();
    expect(tickets()).toBeLessThanOrEqual(1);
  });

  it('of another user reloads the page', async () => {
    current = manager;
    server.open().event('end', { reason: 'session' });
    await pass(1000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(queries.getQueryData(sessionQuery.queryKey)).toEqual(admin);
  });

  it('is not checked by the tab that signs out itself', async () => {
    current = null;
    server.open().event('end', { reason: 'session' });
    await pass(200);
    queries.setQueryData(sessionQuery.queryKey, null);
    stop();
    await pass(5000);
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});
