import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../journeys/people.ts';

/** What every version does, whichever screens and services it meets: no word here is newer than the specification. */
const open = (page: Page, link: string) => page.getByRole('link', { name: link, exact: true }).click();

test('tickets, locations and employees work', async ({ page }) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('response', (response) => {
    const isNew = response.url().endsWith('/api/remote-loads');
    if (
      response.status() >= 500 ||
      (response.status() >= 400 && response.request().method() !== 'GET' && !isNew)
    )
      failures.push(`${response.status()} ${response.url()}`);
  });
  const title = `Skewed shelf ${Date.now()}`;
  await signIn(page, 'admin');
  await open(page, 'Maintenance');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  const create = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
  await create.getByLabel('Title').fill(title);
  await create.getByLabel('Description').fill('It hangs to the left.');
  await create.getByLabel('Location').click();
  await page.getByRole('option').first().click();
  await create.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(create).toBeHidden();
  await page.getByText(title).click();
  const detail = page.getByRole('dialog', { name: title });
  await detail.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Completed' }).click();
  await expect(page.getByText('Ticket updated successfully').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Completed/ }).click();
  await expect(page.getByText(title)).toBeVisible();

  await open(page, 'Locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add Location' });
  const fields = {
    'Location Name': title,
    'Store Number': `S-${Date.now()}`,
    'Street Address': '1 Pier',
    City: 'Bath',
    State: 'ME',
    'ZIP Code': '04530',
  };
  for (const [label, text] of Object.entries(fields)) await add.getByLabel(label, { exact: true }).fill(text);
  await add.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByText('Location created successfully')).toBeVisible();

  await open(page, 'Employees');
  await expect(page.getByRole('row').filter({ hasText: 'manager2@example.com' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(failures).toEqual([]);
});
