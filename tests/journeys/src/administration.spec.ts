import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn, watchConsole } from './people.ts';

const expectSuccess = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: 'Success' })).toContainText(`Success${text}`);

const card = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

async function addLocation(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Location' });
  const fields = {
    'Location Name': name,
    'Store Number': `E2E-${Date.now()}`,
    'Street Address': '1 Quay',
    City: 'Bath',
    State: 'ME',
    'ZIP Code': '04530',
  };
  for (const [label, text] of Object.entries(fields)) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  // A double click creates one location.
  await dialog.getByRole('button', { name: 'Add Location' }).dblclick();
  await expectSuccess(page, 'Location created successfully');
  await expect(dialog).toBeHidden();
  await expect(card(page, name)).toHaveCount(1);
}

async function deleteLocation(page: Page, name: string): Promise<void> {
  await card(page, name).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Location' }).getByRole('button', { name: 'Delete' }).click();
  await expectSuccess(page, 'Location deleted successfully');
  await expect(card(page, name)).toHaveCount(0);
}

test('an administrator adds, changes and deletes a location', async ({ page }) => {
  const complaints = watchConsole(page);
  const name = `Quay ${Date.now()}`;
  await signIn(page, 'admin', '/locations');
  await addLocation(page, name);

  await page.getByRole('searchbox', { name: 'Search locations...' }).fill(name.toUpperCase());
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([name]);
  await card(page, name).getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Location' });
  await edit.getByLabel('Phone').fill('(207) 555-0199');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccess(page, 'Location updated successfully');
  await expect(card(page, name)).toContainText('(207) 555-0199');

  await deleteLocation(page, name);
  await expect(page.getByText('No locations found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('input is kept until it is discarded, and a stale edit shows both versions', async ({
  page,
  browser,
}) => {
  const name = `Weir ${Date.now()}`;
  await signIn(page, 'admin', '/locations');
  await addLocation(page, name);
  await card(page, name).getByRole('button', { name: 'Edit' }).click();
  const mine = page.getByRole('dialog', { name: 'Edit Location' });
  await mine.getByLabel('City').fill('Mine');

  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Keep Editing' })
    .click();
  await expect(mine.getByLabel('City')).toHaveValue('Mine');

  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await signIn(other, 'admin', '/locations');
  await card(other, name).getByRole('button', { name: 'Edit' }).click();
  const theirs = other.getByRole('dialog', { name: 'Edit Location' });
  await theirs.getByLabel('City').fill('Theirs');
  await theirs.getByLabel('State').fill('NH');
  await theirs.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccess(other, 'Location updated successfully');
  await otherContext.close();

  await mine.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Failed to update location')).toBeVisible();
  await expect(mine.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(mine.getByLabel('City', { exact: true })).toHaveValue('Mine');
  await expect(mine.getByText('State is now NH')).toBeVisible();
  await mine.getByRole('radio', { name: 'Theirs Theirs' }).check();
  await mine.getByRole('radio', { name: 'Yours Mine' }).check();
  await mine.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccess(page, 'Location updated successfully');
  await expect(card(page, name)).toContainText('Mine, NH');
  await deleteLocation(page, name);
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
  await expectSuccess(page, 'Employee added successfully');

  await page.getByRole('searchbox').fill(lastName);
  const row = page.getByRole('row').filter({ hasText: lastName });
  await expect(row).toContainText('0 locations');

  await row.getByRole('button', { name: 'Assign Location' }).click();
  const assign = page.getByRole('dialog', { name: 'Assign Location' });
  await assign.getByLabel('Location').click();
  await expect(page.getByRole('option').first()).toHaveText(/\S+ \(#\S+\)$/);
  await page.getByRole('option').first().click();
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expectSuccess(page, 'Location assigned successfully');
  await expect(row).toContainText('1 location');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Employee' });
  await edit.getByRole('button', { name: /^Unassign / }).click();
  await expectSuccess(page, 'Location unassigned successfully');
  await expect(edit.getByText('No locations assigned yet')).toBeVisible();

  await edit.getByRole('button', { name: 'Reset Password' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset User Password' });
  await reset.getByLabel('New Password').fill('another');
  await expect(reset.getByRole('button', { name: 'Reset Password' })).toBeDisabled();
  await reset.getByLabel('Confirm Password').fill('different');
  await reset.getByRole('button', { name: 'Reset Password' }).click();
  await expect(reset).toContainText('Passwords do not match');
  await reset.getByLabel('Confirm Password').fill('another');
  await reset.getByRole('button', { name: 'Reset Password' }).click();
  await expectSuccess(page, 'Password reset successfully');
  await expect(reset).toBeHidden();

  await edit.getByLabel('First Name').fill('Ngoc Anh');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccess(page, 'Employee updated successfully');
  await expect(row).toContainText(`Ngoc Anh ${lastName}`);

  await row.getByRole('button', { name: 'Toggle Active' }).click();
  await expectSuccess(page, 'Employee status updated successfully');
  await expect(row).toContainText('Inactive');
  expect(complaints).toEqual([]);
});
