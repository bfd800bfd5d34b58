import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

const user = z.object({ id: z.string() });

/** The bell, whatever its number is. */
const bell = (page: Page, name: string | RegExp = /^Inbox/) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

/**
 * Signs in, and reads all there is so far.
 * @returns the id of the person
 */
async function startRead(page: Page, person: 'manager'): Promise<string> {
  await signIn(page, person);
  const before = new Date().toISOString();
  expect((await page.request.post('/api/inbox/read', { data: { before } })).status()).toBe(204);
  return user.parse(await (await page.request.get('/api/user')).json()).id;
}

/**
 * The administrator creates a ticket and mentions somebody in a comment.
 * @returns the title of the ticket
 */
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
    await expect(bell(page, name)).toBeVisible({ timeout: 8000 });
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
  await expect(page.getByText("You're all caught up")).toBeVisible();
  await expect(bell(page, 'Inbox')).toBeVisible();
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
      await page.keyboard.press('Escape');
      await page.getByLabel('From').fill('22:00');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Give both times, or none')).toBeVisible();
      await expectAccessible(page, 'the settings with what is missing');
    },
  );
}
