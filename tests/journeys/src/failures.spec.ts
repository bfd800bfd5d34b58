import { expect, type Locator, type Page, test } from '@playwright/test';
import { people, signIn } from './people.ts';
import { toastBeforeLeaving } from './toast-before-leaving.ts';

/** Makes every call to `path` with `method` fail as the services do. */
async function failing(page: Page, method: string, path: RegExp, status = 503, detail = 'Try again later.') {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'Problem', status, detail }),
        })
      : route.continue(),
  );
}

async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: title });
  await expect(toast).toContainText(`${title}${text}`);
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

test.describe('signing in and out', () => {
  test('login', async ({ page }) => {
    await failing(page, 'POST', /\/api\/login$/);
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(people.admin);
    await page.getByLabel('Password', { exact: true }).fill('whatever it is');
    await page.getByRole('button', { name: 'Login' }).click();
    await expectToast(page, 'Login failed', '503: Try again later.');
  });

  test('registration', async ({ page }) => {
    await page.route('**/api/setup', (route) =>
      route.fulfill({ json: { needed: false, selfRegistration: true } }),
    );
    await failing(page, 'POST', /\/api\/register$/, 409, 'This e-mail is already in use.');
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('First Name').fill('Nora');
    await page.getByLabel('Last Name').fill('Nobody');
    await page.getByLabel('Email').fill('nora@example.com');
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectToast(page, 'Registration failed', '409: This e-mail is already in use.');
  });

  test('logout', async ({ page }) => {
    await signIn(page, 'manager');
    await failing(page, 'POST', /\/api\/logout$/);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expectToast(page, 'Logout failed', '503: Try again later.');
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

test.describe('locations', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('/locations');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  });

  async function fillIn(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: 'Add Location' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Location' });
    const fields = {
      'Location Name': 'Pier',
      'Store Number': `P-${Date.now()}`,
      'Street Address': '1 Pier',
      City: 'Bath',
      State: 'ME',
      'ZIP Code': '04530',
    };
    for (const [label, text] of Object.entries(fields)) {
      await dialog.getByLabel(label, { exact: true }).fill(text);
    }
    return dialog;
  }

  test('create', async ({ page }) => {
    await failing(page, 'POST', /\/api\/locations$/);
    const dialog = await fillIn(page);
    await dialog.getByRole('button', { name: 'Add Location' }).click();
    await expectToast(page, 'Error', 'Failed to create location');
    await expect(dialog.getByLabel('Location Name')).toHaveValue('Pier');
  });

  test('create after the session has ended', async ({ page, context }) => {
    const dialog = await fillIn(page);
    await context.clearCookies();
    const submitted = Date.now();
    const left = page.waitForRequest(/\/api\/login$/);
    const toast = toastBeforeLeaving(page, 'Unauthorized');
    await dialog.getByRole('button', { name: 'Add Location' }).click();
    expect(await toast).toContain('You are logged out. Logging in again...');
    await left;
    expect(Date.now() - submitted).toBeGreaterThanOrEqual(500);
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  test('update', async ({ page }) => {
    await failing(page, 'PATCH', /\/api\/locations\//);
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit Location' });
    await dialog.getByLabel('City').fill('Elsewhere');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Error', 'Failed to update location');
    await expect(dialog.getByLabel('City')).toHaveValue('Elsewhere');
  });

  test('delete', async ({ page }) => {
    await failing(page, 'DELETE', /\/api\/locations\//);
    await page.getByRole('button', { name: 'Delete' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Delete Location' });
    await expect(dialog).toContainText(
      'Are you sure you want to delete the location? This action cannot be undone.',
    );
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Error', 'Failed to delete location');
  });
});

test.describe('employees', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto('/managers');
    await expect(row(page, people.manager2)).toBeVisible();
  });

  test('update', async ({ page }) => {
    await failing(page, 'PATCH', /\/api\/users\/[^/]+$/);
    await row(page, people.manager2).getByRole('button', { name: 'Edit' }).click();
    await page
      .getByRole('dialog', { name: 'Edit Employee' })
      .getByRole('button', { name: 'Save Changes' })
      .click();
    await expectToast(page, 'Error', 'Failed to update employee');
  });

  test('status', async ({ page }) => {
    await failing(page, 'PATCH', /\/api\/users\/[^/]+\/active$/);
    await row(page, people.manager2).getByRole('button', { name: 'Toggle Active' }).click();
    await expectToast(page, 'Error', 'Failed to update employee status');
  });

  test('assign location', async ({ page }) => {
    await failing(page, 'POST', /\/api\/managers\/assign$/, 409, 'Already assigned.');
    await row(page, people.manager2).getByRole('button', { name: 'Assign Location' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign Location' });
    await expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
    await dialog.getByLabel('Location').click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await expectToast(page, 'Error', 'Failed to assign location');
  });

  test('reset password', async ({ page }) => {
    await failing(page, 'POST', /\/api\/admin\/reset-user-password$/);
    await row(page, people.manager2).getByRole('button', { name: 'Edit' }).click();
    await page
      .getByRole('dialog', { name: 'Edit Employee' })
      .getByRole('button', { name: 'Reset Password' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Reset User Password' });
    await dialog.getByLabel('New Password').fill('another secret');
    await dialog.getByLabel('Confirm Password').fill('another secret');
    await dialog.getByRole('button', { name: 'Reset Password' }).click();
    await expectToast(page, 'Error', 'Failed to reset password');
  });

  for (const [what, status, detail, text] of [
    ["the server's message", 409, 'This e-mail is already in use.', 'This e-mail is already in use.'],
    ['its own words', 503, '', 'Failed to add employee'],
  ] as const) {
    test(`add, with ${what}`, async ({ page }) => {
      await page.route(/\/api\/register$/, (route) =>
        detail
          ? route.fulfill({ status, contentType: 'application/problem+json', json: { detail } })
          : route.abort(),
      );
      await page.getByRole('button', { name: 'Add Employee' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add New Employee' });
      await dialog.getByRole('button', { name: 'Add Employee' }).click();
      await expect(dialog).toContainText('All fields are required');
      await dialog.getByLabel('First Name').fill('Nora');
      await dialog.getByLabel('Last Name').fill('New');
      await dialog.getByLabel('Email').fill('nora.new@example.com');
      await dialog.getByLabel('Password').fill('short');
      await dialog.getByRole('button', { name: 'Add Employee' }).click();
      await expect(dialog).toContainText('Password must be at least 6 characters');
      await dialog.getByLabel('Password').fill('secret');
      await dialog.getByRole('button', { name: 'Add Employee' }).click();
      await expectToast(page, 'Error', text);
    });
  }
});
