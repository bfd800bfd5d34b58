import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn, watchConsole } from './people.ts';
import { test } from './temporary-store.ts';

const card = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

test('an administrator adds, changes and deletes a location', async ({ page }) => {
  const complaints = watchConsole(page);
  const name = `Quay ${Date.now()}`;
  await signIn(page, 'admin', '/locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const add = page.getByRole('dialog', { name: 'Add Location' });
  const fields = {
    'Location Name': name,
    'Store Number': name,
    'Street Address': '1 Quay',
    City: 'Bath',
    State: 'ME',
    'ZIP Code': '04530',
  };
  for (const [label, text] of Object.entries(fields)) {
    await add.getByLabel(label, { exact: true }).fill(text);
  }
  // A double click creates one location.
  await add.getByRole('button', { name: 'Add Location' }).dblclick();
  await expect(add).toBeHidden();
  await expect(card(page, name)).toHaveCount(1);

  await page.getByRole('searchbox', { name: 'Search locations...' }).fill(name.toUpperCase());
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([name]);
  await card(page, name).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Location' });
  await edit.getByLabel('Phone').fill('(207) 555-0199');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card(page, name)).toContainText('(207) 555-0199');

  await card(page, name).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Location' }).getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, name)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('an administrator sees what a file changes, and imports it without its wrong row', async ({
  page,
  store,
}) => {
  await signIn(page, 'admin', '/locations');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Locations' });
  // The store has its name for a number.
  const file = `Store Number,City,State,ZIP Code\n${store.name},Bath,,\n${store.name} B,Bath,ME,04530\n`;
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'stores.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(dialog.getByText('City: Portland → Bath')).toBeVisible();
  await expect(dialog.getByText('Location Name: Required.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'Preview of an import');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByRole('button', { name: 'Applied: 1' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('searchbox').fill(store.name);
  await expect(card(page, store.name)).toContainText('Bath, ME');
});

test('an administrator adds and edits an employee, assigns and unassigns a location, and resets the password', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const lastName = `Nguyen${Date.now()}`;
  await signIn(page, 'admin', '/managers');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const add = page.getByRole('dialog', { name: 'Add New Employee' });
  await add.getByLabel('First Name').fill('Ngoc');
  await add.getByLabel('Last Name').fill(lastName);
  await add.getByLabel('Email').fill(`${lastName}@example.com`);
  await add.getByLabel('Password').fill('secret');
  await add.getByRole('button', { name: 'Add Employee' }).click();
  await page.getByRole('searchbox').fill(lastName);
  const row = page.getByRole('row').filter({ hasText: lastName });
  await expect(row).toContainText('0 locations');

  await row.getByRole('button', { name: 'Assign Location' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign Location' });
  await assign.getByLabel('Location').click();
  await page.getByRole('option').first().click();
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(row).toContainText('1 location');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Employee' });
  await edit.getByRole('button', { name: /^Unassign / }).click();

  await edit.getByRole('button', { name: 'Reset Password' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset User Password' });
  await reset.getByLabel('New Password').fill('another');
  await reset.getByLabel('Confirm Password').fill('another');
  await reset.getByRole('button', { name: 'Reset Password' }).click();
  await expect(reset).toBeHidden();

  await edit.getByLabel('First Name').fill('Ngoc Anh');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).toContainText(`Ngoc Anh ${lastName}`);
  await expect(row).toContainText('0 locations');
  await row.getByRole('button', { name: 'Toggle Active' }).click();
  await expect(row).toContainText('Inactive');
  expect(complaints).toEqual([]);
});
