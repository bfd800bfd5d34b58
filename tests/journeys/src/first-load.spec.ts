import { expect, type Page, type Request } from '@playwright/test';
import { isEventStream, watchNetwork } from './network.ts';
import { fillInSignIn, signIn } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** Longer than a page takes to read its data again after a gap, and a query to be tried again. */
const WAIT_MS = 4000;

/** Follows what a page reads of the API, from now on. */
function watchReads(page: Page) {
  const addresses: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !isEventStream(request)) {
      addresses.push(pathname + search);
    }
  });
  return {
    repeated: () => addresses.filter((address, at) => addresses.indexOf(address) !== at),
    counts: () =>
      addresses.reduce<Record<string, number>>((counts, address) => {
        const path = (address.split('?')[0] ?? '').replace(/[\da-f-]{36}/, '{id}');
        return { ...counts, [path]: (counts[path] ?? 0) + 1 };
      }, {}),
  };
}

const openStream = (page: Page): Promise<Request> =>
  page.waitForEvent('request', { predicate: isEventStream });

/** Waits until the page has its stream, from a position, and has read what it reads. */
async function settle(page: Page, stream: Promise<Request>, settled: () => Promise<void>): Promise<void> {
  expect(await (await stream).headerValue('last-event-id')).toBeTruthy();
  await page.waitForTimeout(WAIT_MS);
  await settled();
}

/** What every page reads. */
const always = { '/api/user': 1, '/api/inbox/summary': 1 };
/** The newest tickets, and those that need approval or nobody has. */
const dashboard = { '/api/stats': 1, '/api/tickets': 3, '/api/tickets/due': 1, '/api/tasks': 1 };
const board = { '/api/tickets': 3, '/api/recurring-tasks': 1, '/api/tickets/due': 1 };

const ticket = {
  '/api/tickets/{id}': 1,
  '/api/tickets/{id}/timeline': 1,
  '/api/tickets/{id}/attachments': 1,
  '/api/tickets/{id}/costs': 1,
  '/api/checklist-runs': 1,
  '/api/checklists': 1,
};

const screens: { name: string; path: (ticketId: string) => string; counts: Record<string, number> }[] = [
  { name: 'dashboard', path: () => '/', counts: dashboard },
  { name: 'board', path: () => '/tickets', counts: board },
  { name: 'ticket', path: (id) => `/tickets?ticket=${id}`, counts: { ...board, ...ticket } },
  { name: 'locations', path: () => '/locations', counts: { '/api/locations': 1 } },
  { name: 'employees', path: () => '/managers', counts: { '/api/managers': 1 } },
  { name: 'inbox', path: () => '/inbox', counts: { '/api/inbox': 1 } },
  { name: 'equipment', path: () => '/equipment', counts: { '/api/equipment': 1, '/api/locations': 1 } },
];

const createTicket = (store: TemporaryStore, title: string) =>
  store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });

for (const { name, path, counts } of screens) {
  test(`the first load reads nothing twice: ${name}`, async ({ page, store }) => {
    const id = await createTicket(store, `Oven at ${store.name}`);
    const settled = watchNetwork(page);
    const reads = watchReads(page);
    const stream = openStream(page);
    await signIn(page, 'admin', path(id));
    await settle(page, stream, settled);
    expect(reads.counts()).toEqual({ ...always, ...counts });
    expect(reads.repeated()).toEqual([]);
  });
}

test('the dashboard after the sign-in page reads nothing twice, nor when one comes back to it', async ({
  page,
}) => {
  let failures = 0;
  await page.route('/api/stats', (route) => {
    failures += 1;
    return route.fulfill({ status: 503, json: { detail: 'Later.' } });
  });
  const setup = page.waitForResponse('**/api/setup');
  await page.goto('/');
  await setup;
  const settled = watchNetwork(page);
  const reads = watchReads(page);
  const stream = openStream(page);
  await fillInSignIn(page, 'admin');
  await settle(page, stream, settled);
  await page.getByRole('link', { name: 'Locations', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Locations' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.waitForTimeout(WAIT_MS);
  expect(failures).toBe(1);
  expect(reads.counts()).toEqual({
    '/api/inbox/summary': 1,
    ...dashboard,
    '/api/locations': 1,
  });
});
