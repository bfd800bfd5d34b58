import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn, watchConsole } from './people.ts';

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });

test('an administrator creates a ticket, moves it to Working and to Completed, and finds it after a reload', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const title = `Walk-in cooler drips ${Date.now()}`;
  await signIn(page, 'admin');
  await page.getByRole('link', { name: 'Maintenance', exact: true }).click();

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  const create = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
  await create.getByLabel('Title').fill(title);
  await create.getByLabel('Description').fill('Water below the evaporator since this morning.');
  await create.getByLabel('Location').click();
  await page.getByRole('option').first().click();
  await create.getByRole('button', { name: 'Create Ticket' }).click();

  await expect(page.getByText('Ticket created successfully')).toBeVisible();
  await expect(create).toBeHidden();
  await expect(column(page, 'To Acknowledge').getByText(title)).toBeVisible();

  await setStatus(page, title, 'Working');
  await expect(column(page, 'Working').getByText(title)).toBeVisible();
  await expect(column(page, 'To Acknowledge').getByText(title)).toBeHidden();

  await setStatus(page, title, 'Completed');
  await expect(page.getByText(title)).toBeHidden();
  await page.getByRole('tab', { name: /Completed/ }).click();
  await expect(page.getByText(title)).toBeVisible();

  await page.reload();
  await page.getByRole('tab', { name: /Completed/ }).click();
  await expect(page.getByText(title)).toBeVisible();
  expect(complaints).toEqual([]);
});

async function setStatus(page: Page, title: string, status: string): Promise<void> {
  await page.getByText(title).click();
  const detail = page.getByRole('dialog', { name: title });
  await detail.getByLabel('Status').click();
  await page.getByRole('option', { name: status }).click();
  // Escape would go to the option list that is still closing.
  await expect(page.getByRole('option', { name: status })).toBeHidden();
  await expect(page.getByText('Ticket updated successfully').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
}
