import { expect } from '@playwright/test';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test } from './temporary-store.ts';

test('a ticket is created, found, moved and edited by keyboard alone', async ({ page, store }) => {
  const title = `Oven at ${store.name}`;
  await signIn(page, 'manager', '/tickets');
  const newButton = page.getByRole('button', { name: 'New', exact: true });
  await tabTo(page, newButton);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Add Ticket' })).toBeFocused();
  await page.keyboard.press('Enter');

  const form = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form).toContainText('Submit a new one-time maintenance request');
  await page.keyboard.type(title);
  await tabTo(page, form.getByLabel('Description'));
  await page.keyboard.type('It is cold.');
  await tabTo(page, form.getByLabel('Location'));
  await page.keyboard.type(store.name);
  await expect(page.getByRole('option', { name: store.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await tabTo(page, form.getByRole('button', { name: 'Create Ticket' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Ticket created successfully' })).toBeVisible();
  await expect(form).toBeHidden();
  await expect(newButton).toBeFocused();

  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type(title);
  const card = page.getByRole('link', { name: title });
  await tabTo(page, card);
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: title });
  await tabTo(page, ticket.getByLabel('Status'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Working' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Working' }).getByText(title)).toBeVisible();

  await tabTo(page, ticket.getByRole('button', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Maintenance Ticket' });
  await expect(edit.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(', upstairs');
  await page.keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await expect(ticket.getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ticket).toBeHidden();
  await expect(page.getByRole('link', { name: `${title}, upstairs` })).toBeFocused();

  await page.reload();
  await tabTo(page, page.getByRole('tab', { name: 'Board' }));
  await expect(page.getByRole('region', { name: 'Working' }).getByText(title)).toBeVisible();
});
