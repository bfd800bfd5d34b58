import { expect, type Browser, type Locator, type Page, type Request } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { expectAccessibleInBothThemes, expectReadable } from './expect-accessible.ts';
import { isEventStream } from './network.ts';
import { openLive } from './open-live.ts';
import { password } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

const WITHIN_5_S = { timeout: 5000 };

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });
const card = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const bar = (page: Page): Locator => page.getByRole('status').getByText('Reconnecting…');
const created = z.object({ id: z.string() });

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

for (const [within, tag, timeout] of [
  ['', [], 15_000],
  // Beside other tests, a machine may need more.
  [' within two seconds', ['@timed'], 2000],
] as const)
  test(
    `two people side by side see what the other does${within}`,
    { tag: [...tag] },
    async ({ page, browser, store }) => {
      await openLive(page, 'manager', boardOf(store));
      const other = await anotherBrowser(browser, boardOf(store));
      const loaded: string[] = [];
      page.on('load', () => loaded.push(page.url()));

      const { title } = await createTicket(store, 'Oven');
      for (const each of [page, other]) await expect(card(each, title)).toBeVisible({ timeout });

      await card(other, title).click();
      const theirs = other.getByRole('dialog', { name: title });
      await expect(theirs.getByText('No attachments yet')).toBeVisible();
      await chooseStatus(other, theirs, 'Working');
      await expect(column(page, 'Working').getByText(title)).toBeVisible({ timeout });
      await expect(column(page, 'To Acknowledge').getByText(title)).toBeHidden({ timeout });

      await card(page, title).click();
      const mine = page.getByRole('dialog', { name: title });
      await expect(mine.getByRole('region', { name: 'Activity' })).toContainText('created the ticket');
      await theirs.getByLabel('Add a comment').fill('The fuse is blown.');
      await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
      // The two seconds begin when it is stored.
      await expect(theirs.getByText('The fuse is blown.')).toBeVisible();
      await expect(mine.getByText('The fuse is blown.')).toBeVisible({ timeout });
      await chooseStatus(page, mine, 'Completed');
      await expect(mine.getByRole('region', { name: 'Activity' })).toContainText('Status to Completed');
      await expect(theirs.getByRole('region', { name: 'Activity' })).toContainText('Status to Completed', {
        timeout,
      });
      await expect(column(other, 'Working').getByText(title)).toBeHidden({ timeout });
      expect(loaded).toEqual([]);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await other.context().close();
    },
  );

test('a board that nobody touches follows the others and does not extend its session; a press does', async ({
  page,
  store,
}) => {
  await openLive(page, 'manager', boardOf(store));
  /** Seconds since a person has used the session, as Redis counts. */
  const unused = async (): Promise<number> => {
    const response = await page.request.get('/api/user', { headers: { 'Sent-By': 'page' } });
    return Number(/ unused=(\d+)$/.exec(response.headers()['session-lifetime'] ?? '')?.[1]);
  };
  let title = '';
  // Looking at the page would count as a press: the driver says that it acts for a person.
  await expect(async () => {
    const read = page.waitForResponse((response) => response.url().includes('/api/tickets?'), WITHIN_5_S);
    ({ title } = await createTicket(store, 'Oven'));
    await read;
    expect(await unused()).toBeGreaterThan(8);
  }).toPass();
  await card(page, title).first().click();
  await expect(page.getByRole('dialog', { name: title }).getByText('No attachments yet')).toBeVisible();
  expect(await unused()).toBeLessThan(5);
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

test('who looks at a screen is led to the sign-in page when an administrator deactivates them', async ({
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
  await store.api.patch(`/api/users/${id}/active`, { data: { active: false } });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a manager who loses a store loses its tickets', async ({ page, store }) => {
  const { title } = await createTicket(store, 'Oven');
  await openLive(page, 'manager', boardOf(store));
  await expect(card(page, title)).toBeVisible();
  const { id } = created.parse(await (await page.request.get('/api/user')).json());
  expect((await store.api.delete(`/api/managers/${id}/locations/${store.id}`)).status()).toBe(204);
  await expect(card(page, title)).toBeHidden();
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
  },
);
