import { expect, type Browser, type Locator, type Page, type Request } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { expectAccessibleInBothThemes, expectReadable } from './expect-accessible.ts';
import { isEventStream, watchNetwork } from './network.ts';
import { openLive } from './open-live.ts';
import { password, people, signIn } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** Everybody sees the same board within this time. */
const SOON = { timeout: 2000 };
const WITHIN_5_S = { timeout: 5000 };

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });
const card = (page: Page, title: string): Locator => page.getByRole('button', { name: title, exact: true });
const bar = (page: Page): Locator => page.getByRole('status').getByText('Reconnecting…');
const signInButton = (page: Page): Locator => page.getByRole('button', { name: 'Sign in' });
const created = z.object({ id: z.string() });
const listed = z.array(z.object({ id: z.string(), title: z.string() }));

async function createTicket(store: TemporaryStore, what: string): Promise<{ id: string; title: string }> {
  const title = `${what} at ${store.name}`;
  const id = await store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });
  return { id, title };
}

const patch = (store: TemporaryStore, id: string, changes: object) =>
  store.api.patch(`/api/tickets/${id}`, { data: changes });

const boardOf = (store: TemporaryStore): string => `/tickets?q=${encodeURIComponent(store.name)}`;

/** A page of another browser, of the administrator. */
async function anotherBrowser(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await openLive(page, 'admin', path);
  return page;
}

async function chooseStatus(page: Page, ticket: Locator, status: string): Promise<void> {
  await ticket.getByLabel('Status').click();
  await page.getByRole('option', { name: status }).click();
}

test('two people side by side see what the other does within two seconds', async ({
  page,
  browser,
  store,
}) => {
  await openLive(page, 'manager', boardOf(store));
  const other = await anotherBrowser(browser, boardOf(store));
  const loaded: string[] = [];
  page.on('load', () => loaded.push(page.url()));

  const { title } = await createTicket(store, 'Oven');
  for (const each of [page, other]) await expect(card(each, title)).toBeVisible(SOON);

  await card(other, title).click();
  const theirs = other.getByRole('dialog', { name: title });
  await expect(theirs.getByText('No attachments yet')).toBeVisible();
  await chooseStatus(other, theirs, 'Working');
  await expect(column(page, 'Working').getByText(title)).toBeVisible(SOON);
  await expect(column(page, 'To Acknowledge').getByText(title)).toBeHidden(SOON);

  await card(page, title).click();
  const mine = page.getByRole('dialog', { name: title });
  await expect(mine.getByRole('region', { name: 'Activity' })).toContainText('created the ticket');
  await theirs.getByLabel('Add a comment').fill('The fuse is blown.');
  await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
  // The two seconds begin when it is stored.
  await expect(theirs.getByText('The fuse is blown.')).toBeVisible();
  await expect(mine.getByText('The fuse is blown.')).toBeVisible(SOON);
  await chooseStatus(page, mine, 'Completed');
  await expect(theirs.getByRole('region', { name: 'Activity' })).toContainText('Status to Completed', SOON);
  await expect(column(other, 'Working').getByText(title)).toBeHidden(SOON);
  expect(loaded).toEqual([]);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await other.context().close();
});

test("a tab's own change is fetched once, by the other tabs of its browser too", async ({ page, store }) => {
  const { title } = await createTicket(store, 'Oven');
  await openLive(page, 'manager', boardOf(store));
  const sibling = await page.context().newPage();
  const settled = watchNetwork(sibling);
  await sibling.goto(boardOf(store));
  await expect(card(sibling, title)).toBeVisible();
  await settled();

  await card(page, title).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('No attachments yet')).toBeVisible();
  const fetched = new Map<Page, string[]>([
    [page, []],
    [sibling, []],
  ]);
  const record = (each: Page) => (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/'))
      fetched.get(each)?.push(pathname + search);
  };
  page.on('request', record(page));
  sibling.on('request', record(sibling));
  await chooseStatus(page, dialog, 'Working');
  await expect(column(sibling, 'Working').getByText(title)).toBeVisible(SOON);
  await page.waitForTimeout(2500);
  for (const requests of fetched.values()) {
    expect(requests).not.toEqual([]);
    expect(requests.filter((url, at) => requests.indexOf(url) !== at)).toEqual([]);
  }
});

test(
  'twelve tabs of one browser have one stream, which moves when its tab is closed',
  { tag: '@nightly' },
  async ({ context, store }) => {
    test.setTimeout(180_000);
    const streams: Request[] = [];
    context.on('request', (request) => {
      if (isEventStream(request)) streams.push(request);
    });
    const first = await context.newPage();
    await openLive(first, 'manager', '/');
    const tabs = [first];
    while (tabs.length < 12) {
      const tab = await context.newPage();
      await tab.goto('/');
      await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      tabs.push(tab);
    }
    const oven = await createTicket(store, 'Oven');
    for (const tab of tabs) await expect(tab.getByText(oven.title)).toBeVisible(WITHIN_5_S);
    expect(streams).toHaveLength(1);

    const next = context.waitForEvent('request', { predicate: isEventStream, ...WITHIN_5_S });
    await first.close();
    expect(await (await next).headerValue('last-event-id')).toBeTruthy();
    const door = await createTicket(store, 'Door');
    for (const tab of tabs.slice(1)) await expect(tab.getByText(door.title)).toBeVisible(WITHIN_5_S);
    expect(streams).toHaveLength(2);
  },
);

test(
  'signing out in one tab leads the others to the sign-in page within five seconds',
  { tag: '@nightly' },
  async ({ context }) => {
    const [leader, follower, third] = [
      await context.newPage(),
      await context.newPage(),
      await context.newPage(),
    ];
    await openLive(leader, 'manager', '/');
    for (const tab of [follower, third]) {
      await tab.goto('/tickets?q=oven');
      await expect(tab.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    }
    await follower.getByRole('button', { name: 'Sign Out' }).click();
    for (const tab of [leader, follower, third]) await expect(signInButton(tab)).toBeVisible(WITHIN_5_S);
    // The tab that signed out stays on its page: the user may be signing in again.
    await follower.evaluate(() => Reflect.set(window, 'stayed', true));
    await follower.waitForTimeout(2000);
    expect(await follower.evaluate((): unknown => Reflect.get(window, 'stayed'))).toBe(true);

    // Signing in opens what the tab showed.
    await signInButton(third).click();
    await third.getByLabel('Email').fill(people.manager);
    await third.getByLabel('Password', { exact: true }).fill(password);
    await third.getByRole('button', { name: 'Login' }).click();
    await expect(third).toHaveURL(/\/tickets\?q=oven$/);
  },
);

for (const [what, end] of [
  ['deactivates', (api, id) => api.patch(`/api/users/${id}/active`, { data: { active: false } })],
  [
    'resets the password of',
    (api, userId) =>
      api.post('/api/admin/reset-user-password', { data: { userId, newPassword: 'another-secret' } }),
  ],
] satisfies [string, (api: TemporaryStore['api'], id: string) => Promise<unknown>][]) {
  test(`who looks at a screen is led to the sign-in page when an administrator ${what} them`, async ({
    page,
    store,
  }) => {
    const email = `${randomUUID()}@example.com`;
    const person = { email, password, firstName: 'Rae', lastName: 'Voss' };
    const { id } = created.parse(await (await store.api.post('/api/register', { data: person })).json());
    expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200);
    const stream = page.waitForResponse((response) => isEventStream(response.request()));
    await page.goto('/');
    await stream;
    await end(store.api, id);
    await expect(signInButton(page)).toBeVisible(WITHIN_5_S);
    await store.api.patch(`/api/users/${id}/active`, { data: { active: false } });
  });
}

test('a manager who loses a store loses its tickets', async ({ page, store }) => {
  const { title } = await createTicket(store, 'Oven');
  await openLive(page, 'manager', boardOf(store));
  await expect(card(page, title)).toBeVisible();
  const { id } = created.parse(await (await page.request.get('/api/user')).json());
  expect((await store.api.delete(`/api/managers/${id}/locations/${store.id}`)).status()).toBe(204);
  await expect(card(page, title)).toBeHidden(WITHIN_5_S);
  await expect(page.getByRole('heading', { name: 'Maintenance' })).toBeVisible();
});

test(
  'an interruption is shown after ten seconds, and nothing is missing after it',
  { tag: '@timed' },
  async ({ page, context, store }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await openLive(page, 'manager', boardOf(store));
    await expect(card(page, title)).toBeVisible();
    const place = await page.getByRole('searchbox').boundingBox();

    await context.setOffline(true);
    const lostAt = Date.now();
    await expect(bar(page)).toBeVisible();
    const shownAfter = Date.now() - lostAt;
    expect(shownAfter).toBeGreaterThanOrEqual(9500);
    expect(shownAfter).toBeLessThan(13_000);
    expect(await page.getByRole('searchbox').boundingBox()).toEqual(place);
    await expectAccessibleInBothThemes(page, 'reconnecting');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectReadable(page, 'reconnecting, 360 px');
    await page.setViewportSize({ width: 1280, height: 720 });

    await patch(store, id, { status: 'in_progress' });
    const door = await createTicket(store, 'Door');
    await context.setOffline(false);
    await expect(bar(page)).toBeHidden(WITHIN_5_S);
    await expect(column(page, 'Working').getByText(title)).toBeVisible(WITHIN_5_S);
    await expect(card(page, door.title)).toBeVisible(WITHIN_5_S);
    for (const [status, name] of [
      ['incoming', 'To Acknowledge'],
      ['in_progress', 'Working'],
    ] as const) {
      const fresh = await page.request.get(
        `/api/tickets?status=${status}&q=${encodeURIComponent(store.name)}`,
      );
      const titles = listed.parse(await fresh.json()).map((ticket) => ticket.title);
      await expect(column(page, name).getByRole('listitem').getByRole('heading')).toHaveText(titles);
    }
  },
);

test('a form keeps what was typed while others change the same ticket', async ({ page, store }) => {
  const { id, title } = await createTicket(store, 'Oven');
  await openLive(page, 'manager', `/tickets?ticket=${id}`);
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Add a comment').fill('I am on my way');
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Maintenance Ticket' });
  await form.getByLabel('Description').fill('It is warm.');
  expect((await patch(store, id, { description: 'It is frozen.', priority: 'high' })).status()).toBe(200);
  await expect(dialog.getByText('It is frozen.')).toBeVisible(SOON);
  await expect(form.getByLabel('Description')).toHaveValue('It is warm.');

  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  await expect(dialog.getByText('It is warm.')).toBeVisible();
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('I am on my way');
});

test(
  'without the service everything else works, and no message is shown',
  { tag: '@nightly' },
  async ({ page, store }) => {
    await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
    const { title } = await createTicket(store, 'Oven');
    await signIn(page, 'manager', boardOf(store));
    await card(page, title).click();
    const dialog = page.getByRole('dialog', { name: title });
    await chooseStatus(page, dialog, 'Working');
    await expect(column(page, 'Working').getByText(title)).toBeVisible();
    await page.waitForTimeout(11_000);
    await expect(bar(page)).toHaveCount(0);
  },
);
