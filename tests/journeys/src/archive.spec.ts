import { expect } from '@playwright/test';
import { signIn } from './people.ts';
import { test } from './temporary-store.ts';

test('an archived location takes its tickets off the open board, and brings them back', async ({
  page,
  store,
  browser,
}) => {
  const title = `Oven at ${store.name}`;
  await store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });
  const board = await (await browser.newContext()).newPage();
  await signIn(board, 'manager', `/tickets?q=${encodeURIComponent(store.name)}`);
  const ticket = board.getByRole('button', { name: title, exact: true });
  await expect(ticket).toBeVisible();

  await signIn(page, 'admin', '/locations');
  await page.getByRole('searchbox', { name: 'Search locations...' }).fill(store.name);
  const card = page.getByRole('listitem').filter({ hasText: store.name });
  await card.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Location' });
  await dialog.getByRole('button', { name: 'Archive instead' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toHaveCount(0);
  await expect(ticket).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Archived' }).click();
  await expect(page).toHaveURL(/\/locations\?archived=true$/);
  await card.getByRole('button', { name: 'Restore' }).click();
  await expect(card).toHaveCount(0);
  await expect(ticket).toBeVisible();
  await board.context().close();
});
