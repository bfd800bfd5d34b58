import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

const user = z.object({ id: z.string() });
const settings = z.looseObject({ digestTime: z.string() });

/** The bell, whatever its number is. */
const bell = (page: Page, name: string | RegExp = /^Inbox/) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

/** Signs in, and reads all there is so far. @returns the id of the person */
async function startRead(page: Page, person: 'manager' | 'manager2'): Promise<string> {
  await signIn(page, person);
  const before = new Date().toISOString();
  expect((await page.request.post('/api/inbox/read', { data: { before } })).status()).toBe(204);
  return user.parse(await (await page.request.get('/api/user')).json()).id;
}

/** The administrator creates a ticket and mentions somebody in a comment. @returns the title of the ticket */
async function mention(
  store: TemporaryStore,
  userId: string,
  title = `Oven at ${store.name}`,
): Promise<string> {
  const id = await store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });
  const comment = await store.api.post(`/api/tickets/${id}/comments`, {
    data: { body: `Could you look at it, <@${userId}>?` },
  });
  expect(comment.status()).toBe(201);
  return title;
}

/** Loads the page again until the bell has this name: items are written a moment after the change. */
async function untilBellSays(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(bell(page, name)).toBeVisible({ timeout: 3000 });
  }).toPass();
}

test('a mention is told by the bell, opened by keyboard alone, and read afterwards', async ({
  page,
  store,
}) => {
  const title = await mention(store, await startRead(page, 'manager'));
  await untilBellSays(page, 'Inbox, 1 unread');

  await tabTo(page, bell(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('Inbox · Mainstay');
  await expect(row(page, title)).toContainText('Dana Whitfield mentioned you');
  await expect(row(page, title)).toContainText(store.name);
  const link = row(page, title).getByRole('link');
  await expect(link).toHaveAccessibleDescription(/^Unread\./);
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(page).toHaveURL(/\/tickets\?ticket=[0-9a-f-]{36}$/);
  await expect(bell(page, 'Inbox')).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page).toHaveURL(/\/inbox\?tab=all$/);
  await expect(link).toHaveAccessibleDescription('Dana Whitfield mentioned you');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Unread' })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(bell(page, 'Inbox')).toBeVisible();
});

test('an item that is opened in a tab of its own is read too', async ({ page, store }) => {
  const title = await mention(store, await startRead(page, 'manager'));
  await untilBellSays(page, 'Inbox, 1 unread');
  await page.goto('/inbox');
  const opened = page.context().waitForEvent('page');
  await row(page, title).getByRole('link').click({ button: 'middle' });
  const other = await opened;
  // Chromium may not load a tab in the background for long.
  await other.bringToFront();
  await expect(other).toHaveURL(/\/tickets\?ticket=[0-9a-f-]{36}$/);
  await other.close();
  await expect(page).toHaveURL(/\/inbox$/);
  await expect(bell(page, 'Inbox')).toBeVisible();
});

test('everything is marked as read at once, except what came later', async ({ page, store }) => {
  const managerId = await startRead(page, 'manager');
  await mention(store, managerId);
  await mention(store, managerId, `Door of ${store.name}`);
  await untilBellSays(page, 'Inbox, 2 unread');
  // While the page shows two, a third comes, and the page is not told.
  await page.route('**/api/events*', (route) => route.abort());
  await page.goto('/inbox');
  await expect(rows(page)).toHaveCount(2);
  await mention(store, managerId, `Sink of ${store.name}`);
  await expect
    .poll(async () => (await page.request.get('/api/inbox/summary')).json() as Promise<unknown>)
    .toEqual({ unread: 3 });
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, `Sink of ${store.name}`)).toBeVisible();
  await expect(bell(page, 'Inbox, 1 unread')).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(bell(page, 'Inbox')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

test('a ticket that is gone is told without its name', async ({ page, store }) => {
  const title = await mention(store, await startRead(page, 'manager'));
  await untilBellSays(page, 'Inbox, 1 unread');
  await store.remove();
  await page.goto('/inbox?tab=all');
  await expect(
    page.getByText(/^1 item about something that is gone$|^\d+ items about things that are gone$/),
  ).toBeVisible();
  await expect(bell(page, 'Inbox')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(title);
});

test.describe('the settings', () => {
  const path = '/api/notification-settings';
  let before: unknown;
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'manager2');
    before = settings.parse(await (await page.request.get(path)).json());
  });
  test.afterEach(async ({ page }) => {
    expect((await page.request.put(path, { data: before })).status()).toBe(200);
  });

  test('are saved by keyboard alone and kept', async ({ page }) => {
    await page.goto('/inbox');
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Settings' }));
    await page.keyboard.press('Enter');
    const told = page.getByRole('switch', { name: 'Somebody comments on a ticket you watch: in the app' });
    await expect(told).toBeChecked();
    await tabTo(page, told);
    await page.keyboard.press('Space');
    await expect(told).not.toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Right away' })).toBeVisible();
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await tabTo(page, page.getByLabel('From'));
    await page.keyboard.type('1000PM');
    await tabTo(page, page.getByLabel('Until', { exact: true }));
    await page.keyboard.type('0630AM');
    const save = page.getByRole('button', { name: 'Save' });
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your settings are saved.')).toBeVisible();
    await expect(save).toBeFocused();

    await page.reload();
    await expect(told).not.toBeChecked();
    await expect(page.getByLabel('From')).toHaveValue('22:00');
    await expect(page.getByLabel('Until', { exact: true })).toHaveValue('06:30');
    await expect(
      page.getByRole('row').filter({ hasText: 'Somebody comments on a ticket you watch' }),
    ).toContainText('Off');
  });

  test('are not overwritten by another tab', { tag: '@nightly' }, async ({ page }) => {
    await page.goto('/inbox/settings');
    const other = await page.context().newPage();
    await other.goto('/inbox/settings');
    await other.getByLabel('Daily digest at').fill('09:00');
    await other.getByLabel('From').fill('21:00');
    await other.getByLabel('Until', { exact: true }).fill('05:00');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Your settings are saved.')).toBeVisible();
    await other.close();

    await page.getByLabel('Daily digest at').fill('08:15');
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
    await expect(conflict).toBeInViewport();
    await expect(page.getByText('Quiet hours, From is now 21:00')).toBeVisible();
    await expectAccessible(page, 'the settings with a conflict');
    await page.getByRole('radio', { name: /^Theirs/ }).check();
    await expect(page.getByLabel('Daily digest at')).toHaveValue('09:00');
    await page.getByRole('radio', { name: /^Yours/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your settings are saved.')).toBeVisible();
    await expect(conflict).toBeHidden();
    await page.reload();
    await expect(page.getByLabel('Daily digest at')).toHaveValue('08:15');
    await expect(page.getByLabel('From')).toHaveValue('21:00');
  });

  test('say what is missing, and that a test mail is sent', async ({ page }) => {
    await page.goto('/inbox/settings');
    await page.getByLabel('From').fill('22:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Give both times, or none')).toBeVisible();
    await expectAccessible(page, 'the settings with what is missing');
    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('A test mail is on its way.')).toBeVisible();
  });
});

for (const { theme, width } of [
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
  { theme: 'light', width: 360 },
]) {
  test(
    `no state of the inbox has an axe violation, ${theme}, ${width} px`,
    { tag: '@nightly' },
    async ({ page, store }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
      const managerId = await startRead(page, 'manager');
      await page.goto('/inbox');
      await expect(page.getByText("You're all caught up")).toBeVisible();
      await expectAccessible(page, 'nothing unread');
      await mention(store, managerId);
      await untilBellSays(page, 'Inbox, 1 unread');
      // The list may have been read a moment before the number.
      await page.reload();
      await expect(rows(page)).toHaveCount(1);
      await expectAccessible(page, 'an unread item');
      await page.getByRole('tab', { name: 'All' }).click();
      await expect(row(page, store.name).first()).toBeVisible();
      await expectAccessible(page, 'all items');
      await page.goto('/inbox/settings');
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
      await expectAccessible(page, 'the settings');
      await page.getByRole('combobox', { name: 'Time zone' }).click();
      await expect(page.getByRole('option').first()).toContainText('(this device)');
      await expectAccessible(page, 'choosing a time zone');
    },
  );
}
