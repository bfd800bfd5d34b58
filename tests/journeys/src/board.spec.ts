import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, expectAccessibleInBothThemes } from './expect-accessible.ts';
import { withoutEvents } from './network.ts';
import { password, people, signIn } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';
import { touch } from './touch.ts';

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });
const card = (page: Page, title: string): Locator => page.getByRole('button', { name: title, exact: true });
const gone = 'This ticket no longer exists or is not in your locations.';

/** Creates a ticket at the store. @returns its id and title */
async function createTicket(store: TemporaryStore, what: string, more: object = {}) {
  const title = `${what} at ${store.name}`;
  const id = await store.create('/api/tickets', {
    title,
    description: 'It is cold.',
    ticketType: 'repair',
    ...more,
  });
  return { id, title, address: `/tickets?ticket=${id}` };
}

const patch = (store: TemporaryStore, id: string, changes: object) =>
  store.api.patch(`/api/tickets/${id}`, { data: changes });

async function statusOf(store: TemporaryStore, id: string): Promise<unknown> {
  const ticket: unknown = await (await store.api.get(`/api/tickets/${id}`)).json();
  return Reflect.get(Object(ticket), 'status');
}

/** Opens the board with the store's tickets alone. */
async function openBoard(page: Page, store: TemporaryStore): Promise<void> {
  await signIn(page, 'manager', `/tickets?q=${encodeURIComponent(store.name)}`);
  await expect(column(page, 'Working')).toHaveAttribute('aria-busy', 'false');
}

async function login(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(people.manager);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

const chooseStatus = async (page: Page, title: string, status: string): Promise<void> => {
  await page.getByRole('dialog', { name: title }).getByLabel('Status').click();
  await page.getByRole('option', { name: status }).click();
};

async function centerOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.describe('addresses', () => {
  test('a ticket, the tab and the search survive Back, Forward and a reload', async ({ page, store }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await openBoard(page, store);
    const dialog = page.getByRole('dialog', { name: title });
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);

    await card(page, title).click();
    await expect(dialog).toBeVisible();
    expect(query()).toEqual({ ticket: id, q: store.name });
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('searchbox')).toHaveValue(store.name);
    await page.goForward();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(card(page, title)).toBeFocused();
    expect(query()).toEqual({ q: store.name });

    await page.getByRole('tab', { name: 'Completed' }).click();
    await expect(page).toHaveURL(/tab=completed/);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Board' })).toHaveAttribute('aria-selected', 'true');

    // Typing replaces the address: Back does not go through it letter by letter.
    await page.getByRole('searchbox').fill('nothing is called that');
    await expect.poll(query).toEqual({ q: 'nothing is called that' });
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('nothing is called that');
    await page.goForward();
    await expect(page.getByRole('tab', { name: 'Completed' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue('nothing is called that');
  });

  test('a link opens the ticket, wherever it is listed, and says if there is none', async ({
    page,
    store,
  }) => {
    const done = await createTicket(store, 'Door');
    await patch(store, done.id, { status: 'solved' });
    await signIn(page, 'manager', done.address);
    await expect(page.getByRole('dialog', { name: done.title })).toContainText('It is cold.');

    await store.api.delete(`/api/tickets/${done.id}`);
    await page.reload();
    await expect(page.getByRole('dialog').getByText(gone)).toBeVisible();
    await expectAccessible(page, 'a ticket that no longer exists');

    const other = await createTicket(store, 'Oven');
    await signIn(page, 'manager2', other.address);
    await expect(page.getByRole('dialog').getByText(gone)).toBeVisible();
    await expect(page.getByText(other.title)).toHaveCount(0);
    await page.goto('/tickets?ticket=nonsense');
    await expect(page.getByRole('dialog').getByText(gone)).toBeVisible();
  });

  test('Copy link copies it, by keyboard', async ({ page, store, context, baseURL }) => {
    const { title, address } = await createTicket(store, 'Oven');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'manager', address);
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Copy link' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(address, baseURL).href);
  });

  test('a recent ticket of the dashboard leads to the ticket itself', async ({ page, store }) => {
    const { title } = await createTicket(store, 'Oven');
    await signIn(page, 'manager');
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  test('the address that was asked for is opened after signing in', async ({ page, store }) => {
    const { title, address } = await createTicket(store, 'Oven');
    const dialog = page.getByRole('dialog', { name: title });
    await withoutEvents(page);
    await page.goto(address);
    await login(page);
    await expect(dialog).toBeVisible();

    // The session ends under the open page, which learns of it from its next call.
    expect((await page.request.post('/api/logout')).status()).toBe(204);
    await chooseStatus(page, title, 'Working');
    await expect(page).toHaveURL(/\/auth$/);
    await login(page);
    await expect(dialog).toBeVisible();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address);
  });
});

test('chips filter tickets and recurring tasks by their assignee', async ({ page, store }) => {
  const me = z.object({ id: z.string() });
  await signIn(page, 'manager');
  const { id: assignedTo } = me.parse(await (await page.request.get('/api/user')).json());
  const mine = await createTicket(store, 'Oven', { assignedTo });
  const open = await createTicket(store, 'Door');
  const task = { frequency: 'weekly', nextOccurrence: '2099-01-05T09:00:00Z' };
  await store.create('/api/recurring-tasks', { ...task, title: `My task at ${store.name}`, assignedTo });
  await store.create('/api/recurring-tasks', { ...task, title: `Anyone's task at ${store.name}` });
  await openBoard(page, store);
  await expect(page.getByRole('img', { name: /^Assigned to / })).toHaveCount(1);

  await page.getByRole('button', { name: 'Mine' }).click();
  await expect(card(page, open.title)).toBeHidden();
  await expect(card(page, mine.title)).toBeVisible();
  await expect(card(page, `My task at ${store.name}`)).toBeVisible();
  await expect(card(page, `Anyone's task at ${store.name}`)).toBeHidden();
  await page.getByRole('button', { name: 'Unassigned' }).click();
  await expect(card(page, open.title)).toBeVisible();
  await expect(card(page, mine.title)).toBeHidden();
  await expect(card(page, `Anyone's task at ${store.name}`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Unassigned' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Unassigned' }).click();
  await expect(card(page, mine.title)).toBeVisible();
  await page.getByRole('button', { name: 'Mine' }).click();
  await page.getByRole('searchbox').fill(open.title);
  await expect(page.getByText('Nothing here is assigned to you.').first()).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a filter that leaves nothing');
});

test.describe('dragging', () => {
  test('moves a ticket with the mouse, to Working and back, and onto the Completed tab', async ({
    page,
    store,
  }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await store.create('/api/recurring-tasks', {
      title: `Filters at ${store.name}`,
      frequency: 'weekly',
      nextOccurrence: '2099-01-05T09:00:00Z',
    });
    await openBoard(page, store);
    const draggable = (name: string) => page.locator('[draggable="true"]').filter({ has: card(page, name) });
    await expect(draggable(title)).toBeVisible();
    await expect(draggable(`Filters at ${store.name}`)).toHaveCount(0);

    for (const [to, status] of [
      ['Working', 'in_progress'],
      ['To Acknowledge', 'incoming'],
    ] as const) {
      // By its title.
      await card(page, title).dragTo(column(page, to));
      await expect(column(page, to).getByText(title)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Ticket updated' })).toBeVisible();
      await expect.poll(() => statusOf(store, id)).toBe(status);
    }
    await draggable(title).dragTo(page.getByRole('tab', { name: 'Completed' }));
    await expect(column(page, 'To Acknowledge').getByText(title)).toBeHidden();
    await expect.poll(() => statusOf(store, id)).toBe('solved');
    await page.getByRole('tab', { name: 'Completed' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Completed' }).getByText(title)).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

    test(
      'moves a ticket with a finger, after a long press, and scrolls with a swipe',
      { tag: '@nightly' },
      async ({ page, store }) => {
        const { id, title } = await createTicket(store, 'Oven');
        await openBoard(page, store);
        const finger = await touch(page);
        const draggable = page.locator('[draggable="true"]').filter({ has: card(page, title) });
        const lifted = page.locator('[data-held]').filter({ hasText: title });
        const scrolled = () => page.evaluate(() => scrollY);

        await finger.down(await centerOf(draggable));
        await finger.moveBy(0, -120);
        await finger.up();
        expect(await scrolled()).toBeGreaterThan(0);
        await expect(lifted).toHaveCount(0);

        // Down at the lower edge the page scrolls, until Working is under the finger.
        await finger.down(await centerOf(draggable));
        await expect(lifted).toBeVisible();
        await expectAccessibleInBothThemes(page, 'a card that is dragged with a finger');
        await finger.moveTo({ x: 180, y: 735 });
        await expect(column(page, 'Working')).toHaveAttribute('data-drop-target');
        await finger.up();
        await expect.poll(() => statusOf(store, id)).toBe('in_progress');
        await expect(column(page, 'Working').getByText(title)).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);

        // The message covers the card.
        const message = page.getByRole('status').filter({ hasText: 'Ticket updated' });
        await expect(message).toBeVisible();
        await expect(message).toBeHidden();
        await draggable.scrollIntoViewIfNeeded();
        await finger.down(await centerOf(draggable));
        await expect(lifted).toBeVisible();
        await finger.moveTo({ x: 180, y: 5 });
        await expect.poll(scrolled).toBe(0);
        await finger.moveTo(await centerOf(page.getByRole('tab', { name: 'Completed' })));
        await finger.up();
        await expect.poll(() => statusOf(store, id)).toBe('solved');
        await expect(column(page, 'Working').getByText(title)).toBeHidden();
      },
    );
  });

  test('moves a ticket by keyboard alone, and says where it is', async ({ page, store }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await openBoard(page, store);
    const announced = (text: string) => expect(page.getByText(text)).toBeAttached();
    await card(page, title).press('Space');
    await announced(`${title} is lifted from To Acknowledge.`);
    await page.keyboard.press('ArrowRight');
    await announced(`${title} is over Working.`);
    await expectAccessibleInBothThemes(page, 'a card that is lifted');
    await page.keyboard.press('Escape');
    await announced(`${title} stays in To Acknowledge.`);
    expect(await statusOf(store, id)).toBe('incoming');

    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await announced(`${title} was dropped on Working.`);
    await expect(column(page, 'Working').getByText(title)).toBeVisible();
    await expect(card(page, title)).toBeFocused();
    await expect.poll(() => statusOf(store, id)).toBe('in_progress');
    await expect(page.getByRole('status').filter({ hasText: 'Ticket updated' })).toBeVisible();
    await expect(card(page, title)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  });

  test('returns a ticket that could not be moved', async ({ page, store }) => {
    const { title } = await createTicket(store, 'Oven');
    await openBoard(page, store);
    await page.route('**/api/tickets/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, contentType: 'text/plain', body: 'Later.' })
        : route.continue(),
    );
    await card(page, title).press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(page.getByRole('alert').filter({ hasText: '503: Later.' })).toBeVisible();
    await expect(column(page, 'To Acknowledge').getByText(title)).toBeVisible();
    await expect(card(page, title)).toBeFocused();
  });
});

test.describe('two people and one status', () => {
  test('who comes second is asked, after a choice in the dialog and after a drop', async ({
    page,
    store,
  }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await withoutEvents(page);
    await openBoard(page, store);
    await card(page, title).click();
    await expect(page.getByText('No attachments yet')).toBeVisible();
    await patch(store, id, { status: 'solved' });
    await chooseStatus(page, title, 'Working');
    const question = page.getByRole('dialog', { name: 'Change Status' });
    await expect(question).toContainText(
      /\w+ changed this to Completed \d+ seconds? ago\. Change it to Working\?/,
    );
    await expectAccessibleInBothThemes(page, 'the question about a status');
    expect(await statusOf(store, id)).toBe('solved');
    await question.getByRole('button', { name: 'Keep Completed' }).click();
    await expect(question).toBeHidden();
    expect(await statusOf(store, id)).toBe('solved');

    await patch(store, id, { status: 'incoming' });
    await page.goto(`/tickets?q=${encodeURIComponent(store.name)}`);
    await expect(card(page, title)).toBeVisible();
    await patch(store, id, { status: 'solved' });
    await card(page, title).press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await question.getByRole('button', { name: 'Change it to Working' }).click();
    // The card moves before the response.
    await expect(column(page, 'Working').getByText(title)).toBeVisible();
    await expect.poll(() => statusOf(store, id)).toBe('in_progress');
  });

  test('a change of another field is no conflict', async ({ page, store }) => {
    const { id, title } = await createTicket(store, 'Oven');
    await withoutEvents(page);
    await openBoard(page, store);
    await card(page, title).click();
    await expect(page.getByText('No attachments yet')).toBeVisible();
    await patch(store, id, { priority: 'high' });
    await chooseStatus(page, title, 'Working');
    await expect(page.getByRole('status').filter({ hasText: 'Ticket updated' })).toBeVisible();
    const ticket: unknown = await (await store.api.get(`/api/tickets/${id}`)).json();
    expect(ticket).toMatchObject({ status: 'in_progress', priority: 'high' });
  });

  test(
    'in the same second, neither overwrites the other without being asked',
    { tag: '@nightly' },
    async ({ page, store, browser, baseURL }) => {
      const { id, title, address } = await createTicket(store, 'Oven');
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
      const other = await context.newPage();
      await signIn(page, 'manager', address);
      await signIn(other, 'admin', address);
      const choices = [
        { browser: page, status: 'Working', name: 'in_progress' },
        { browser: other, status: 'Completed', name: 'solved' },
      ];
      for (const { browser: each } of choices) {
        await expect(each.getByText('No attachments yet')).toBeVisible();
        await each.getByRole('dialog', { name: title }).getByLabel('Status').click();
      }
      await Promise.all(
        choices.map(({ browser: each, status }) => each.getByRole('option', { name: status }).click()),
      );
      const questionOf = (each: Page) => each.getByRole('dialog', { name: 'Change Status' });
      await expect
        .poll(async () => (await Promise.all(choices.map((each) => questionOf(each.browser).count()))).join())
        .toMatch(/^(1,0|0,1)$/);
      const [asked, first] = (await questionOf(page).isVisible()) ? choices : choices.toReversed();
      expect(await statusOf(store, id)).toBe(first?.name);
      await questionOf(asked?.browser ?? page)
        .getByRole('button', { name: `Change it to ${asked?.status ?? ''}` })
        .click();
      await expect.poll(() => statusOf(store, id)).toBe(asked?.name);
      await context.close();
    },
  );
});
