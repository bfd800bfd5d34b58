import 'fake-indexeddb/auto';
import { createQueryClient, kept as keptAnyway } from '@mainstay/web-kit';
import { problem, returns } from '@mainstay/web-kit/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { http, HttpResponse } from 'msw';
import { admin, manager, shellApi, specified } from '../../test/shell-api.ts';
import { registryQuery } from '../remotes/registry.ts';
import { askedAddress } from '../session/asked-address.ts';
import { type CurrentUser, sessionQuery } from '../session/session.queries.ts';
import { openKept } from './kept-data.ts';
import { KeptNotice } from './kept-notice.tsx';
import { keptOf, keepQueries } from './kept-queries.ts';

const api = shellApi();
const own = globalThis.indexedDB;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => {
  globalThis.indexedDB = own;
});

const tickets = { queryKey: ['/api/tickets'] };
const lost = http.all('*/api/*', () => HttpResponse.error());
const scopeOf = ({ id, role }: typeof admin) => `${id} ${role}`;
const keptTickets = () => openKept().read(scopeOf(admin), '["/api/tickets"]', buildNow());
const buildNow = () => specified.map(({ name, version }) => `${name} ${version}`).join();

/** A page in which a user is signed in, or nobody yet; it knows the remotes. */
function page(user?: CurrentUser | null) {
  const queries = createQueryClient();
  const kept = keptOf(queries);
  queries.setQueryData(registryQuery.queryKey, { remotes: specified, disabled: [] });
  if (user !== undefined) queries.setQueryData(sessionQuery.queryKey, user);
  return { queries, kept };
}

/** An earlier visit of the administrator, who saw this ticket. */
async function visit(title: string) {
  api.use(returns('/api/tickets', [{ title }]));
  await page(admin).queries.query(tickets);
  await waitFor(async () => expect(await keptTickets()).toMatchObject({ data: [{ title }] }));
}

function Titles() {
  const { data, isLoadingError } = useQuery<{ title: string }[]>(tickets);
  return <p>{isLoadingError ? 'failed' : data?.map(({ title }) => title)}</p>;
}

function show({ queries }: ReturnType<typeof page>) {
  render(
    <QueryClientProvider client={queries}>
      <KeptNotice />
      <Titles />
    </QueryClientProvider>,
  );
}

const notice = () => screen.getByRole('status').textContent;

describe('the next visit', () => {
  it('shows what was seen last when the server is slow, says of when it is, and then what there is now', async () => {
    await visit('Fryer');
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    api.use(
      http.get('*/api/tickets', async () => {
        await responded;
        return HttpResponse.json([{ title: 'Oven' }]);
      }),
    );
    show(page(admin));
    expect(await screen.findByText('Fryer', undefined, { timeout: 4000 })).toBeVisible();
    await waitFor(() => expect(notice()).toMatch(/^As of \d+:\d\d [AP]M$/));
    respond();
    expect(await screen.findByText('Oven')).toBeVisible();
    expect(notice()).toBe('');
    await waitFor(async () => expect(await keptTickets()).toMatchObject({ data: [{ title: 'Oven' }] }));
  });

  it('shows nothing from before where the server responds', async () => {
    await visit('Fryer');
    api.use(returns('/api/tickets', [{ title: 'Oven' }]));
    expect(await page(admin).queries.query(tickets)).toEqual([{ title: 'Oven' }]);
  });

  it('keeps it on the screen without a network, and says so', async () => {
    await visit('Fryer');
    api.use(lost);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const opened = page();
    await opened.kept.openSession();
    show(opened);
    expect(await screen.findByText('Fryer')).toBeVisible();
    await waitFor(() => expect(notice()).toMatch(/^Offline\. As of \d+:\d\d [AP]M\.$/));

    jest.restoreAllMocks();
    api.use(returns('/api/user', admin), returns('/api/tickets', [{ title: 'Oven' }]));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('Oven')).toBeVisible();
    await waitFor(() => expect(notice()).toBe(''));
  });

  it('starts from the server where a query is not even kept in the page, as that of a form', async () => {
    await visit('Fryer');
    api.use(returns('/api/tickets', [{ title: 'Oven' }]));
    const read = page(admin).queries.query({ ...tickets, gcTime: 0 });
    expect(await read).toEqual([{ title: 'Oven' }]);
  });

  it('shows it of a query that is not kept in the page if the query says so, as that of a ticket', async () => {
    await visit('Fryer');
    api.use(lost);
    const read = page(admin).queries.query({ ...tickets, gcTime: 0, meta: keptAnyway });
    expect(await read).toEqual([{ title: 'Fryer' }]);
  });

  it.each([403, 404])('shows nothing of what is no longer there for this user: %i', async (status) => {
    await visit('Fryer');
    api.use(http.get('*/api/tickets', () => problem(status, 'No.')));
    show(page(admin));
    expect(await screen.findByText('failed')).toBeVisible();
    expect(screen.queryByText('Fryer')).toBeNull();
    await waitFor(async () => expect(await keptTickets()).toBeUndefined());
  });
});

describe('the session', () => {
  it('is asked of the server first: without one, all is deleted', async () => {
    await visit('Fryer');
    const { queries, kept } = page();
    await kept.openSession();
    expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull();
    await waitFor(async () => expect(await openKept().readUser()).toBeUndefined());
    expect(await keptTickets()).toBeUndefined();
  });

  it('that turns out to be of somebody else loads the page again, without the data of the first', async () => {
    await visit('Fryer');
    api.use(lost);
    const queries = createQueryClient();
    const reload = jest.fn();
    await keepQueries(queries, reload).openSession();
    expect(queries.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: admin.id });
    queries.setQueryData(sessionQuery.queryKey, manager);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(await keptTickets()).toBeUndefined();
  });

  it('ends with a sign-out, after which nothing is kept, not even of a request on its way', async () => {
    await visit('Fryer');
    let respond = (): void => undefined;
    const responded = new Promise<void>((resolve) => (respond = resolve));
    api.use(
      http.get('*/api/stats', async () => {
        await responded;
        return HttpResponse.json({});
      }),
    );
    const { queries } = page(admin);
    const asked = queries.query({ queryKey: ['/api/stats'] });
    queries.setQueryData(sessionQuery.queryKey, null);
    respond();
    await asked;
    await waitFor(async () => expect(await openKept().readUser()).toBeUndefined());
    expect(await openKept().read(scopeOf(admin), '["/api/stats"]', buildNow())).toBeUndefined();
    expect(await keptTickets()).toBeUndefined();
  });
});

describe('a session that ends by the clock', () => {
  const minute = 60_000;
  const livedFor = (idleMs: number) => {
    const usedAt = Date.now();
    return { ...admin, lifetime: { idleMs, usedAt, endsAt: usedAt + 25 * minute } };
  };
  const lived = livedFor(10 * minute);
  const isThere = (opened: ReturnType<typeof page>) =>
    (opened.queries.getQueryData(sessionQuery.queryKey) ?? null) !== null;
  const returnToTab = () =>
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  /** The clock goes on by itself, without the timers. */
  const clock = (milliseconds: number) => jest.spyOn(Date, 'now').mockReturnValue(Date.now() + milliseconds);

  it('is gone when somebody returns to the tab without a network, with what was typed', async () => {
    await visit('Fryer');
    const opened = page(lived);
    await waitFor(async () => expect((await openKept().readUser())?.user.lifetime).toBeDefined());
    await opened.queries.query(tickets);
    sessionStorage.setItem(
      'mainstay.drafts',
      JSON.stringify({ userId: admin.id, at: Date.now(), until: Date.now() + 60 * minute, forms: {} }),
    );
    api.use(lost);
    clock(9 * minute);
    returnToTab();
    expect(isThere(opened)).toBe(true);
    jest.restoreAllMocks();
    clock(10 * minute + 1);
    returnToTab();
    await waitFor(() => expect(isThere(opened)).toBe(false));
    expect(opened.queries.getQueryData(tickets.queryKey)).toBeUndefined();
    expect(sessionStorage.getItem('mainstay.drafts')).toBeNull();
    expect(askedAddress(admin.id)).toBe('/');
    jest.restoreAllMocks();
    await waitFor(async () => expect(await keptTickets()).toBeUndefined());
  });

  it('goes on while the server responds, up to its last moment', async () => {
    const opened = page(lived);
    clock(9 * minute);
    api.use(returns('/api/tickets', []));
    await opened.queries.query(tickets);
    jest.restoreAllMocks();
    clock(18 * minute);
    api.use(lost);
    returnToTab();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isThere(opened)).toBe(true);
    jest.restoreAllMocks();
    clock(25 * minute);
    returnToTab();
    await waitFor(() => expect(isThere(opened)).toBe(false));
  });

  it('does not go on by what the page reads by itself, which is kept all the same', async () => {
    Object.assign(navigator, { userActivation: { isActive: false } });
    const opened = page(lived);
    await waitFor(async () => expect(await openKept().readUser()).toBeDefined());
    clock(9 * minute);
    api.use(returns('/api/tickets', [{ title: 'Oven' }]));
    await opened.queries.query(tickets);
    await waitFor(async () => expect(await keptTickets()).toMatchObject({ data: [{ title: 'Oven' }] }));
    Reflect.deleteProperty(navigator, 'userActivation');
    jest.restoreAllMocks();
    clock(11 * minute);
    api.use(lost);
    returnToTab();
    await waitFor(() => expect(isThere(opened)).toBe(false));
  });

  it('goes on when the server says so', async () => {
    const opened = page(lived);
    api.use(returns('/api/user', admin));
    clock(11 * minute);
    returnToTab();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isThere(opened)).toBe(true);
  });

  it('ends while the page is open, and a clock that is set back changes nothing', async () => {
    const opened = page(livedFor(300));
    await waitFor(async () => expect(await openKept().readUser()).toBeDefined());
    api.use(lost);
    clock(-60 * minute);
    await waitFor(() => expect(isThere(opened)).toBe(false), { timeout: 3000 });
  });
});

it('keeps nothing more once it is turned off', async () => {
  await visit('Fryer');
  const { queries, kept } = page(admin);
  await kept.stop();
  expect(await keptTickets()).toBeUndefined();
  await queries.query({ queryKey: ['/api/stats'] });
  expect(await openKept().read(scopeOf(admin), '["/api/stats"]', buildNow())).toBeUndefined();
});

it('a sign-out shows nothing more of the user in any tab, and nothing typed is left', () => {
  const queries = createQueryClient();
  keepQueries(queries);
  queries.setQueryData(sessionQuery.queryKey, admin);
  queries.setQueryData(['/api/tickets'], []);
  sessionStorage.setItem(
    'mainstay.drafts',
    JSON.stringify({ userId: admin.id, at: Date.now(), until: Date.now() + 60_000, forms: {} }),
  );
  // As the browser tells the tabs in which it was not pressed.
  const told = { key: 'mainstay.signed-out', newValue: '1', storageArea: localStorage };
  window.dispatchEvent(new StorageEvent('storage', told));
  expect(queries.getQueryData(sessionQuery.queryKey)).toBeNull();
  expect(askedAddress(admin.id)).toBe('/');
  expect(queries.getQueryData(['/api/tickets'])).toBeUndefined();
  expect(sessionStorage.getItem('mainstay.drafts')).toBeNull();
});
