import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInBothThemes, settled } from './expect-accessible.ts';
import { watchLayout } from './layout-faults.ts';
import { people, signIn } from './people.ts';
import { actOn } from './row.ts';

/** Beside the screens that are registered, which every-screen.spec.ts visits. */
const screens = [
  ['/inbox/settings', 'What you hear about, and when'],
  ['/nothing-here', 'Page Not Found'],
] as const;

/** Brings the dialogs of administrators into the states that a press alone does not open. */
async function visitStates(page: Page, visit: (what: string) => Promise<void>): Promise<void> {
  // A closing option list still handles Escape for a moment after it is hidden.
  const close = async (name: string) => {
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  };
  const visitList = async (dialog: string, field: string) => {
    await page.getByRole('dialog', { name: dialog }).getByRole('combobox', { name: field }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await visit(`${dialog}, list of ${field}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option').first()).toBeHidden();
  };

  await page.goto('/locations');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByText('City is required')).toBeVisible();
  await visit('Add Location with what is missing');
  await visitList('Add Location', 'Status');
  await page.getByLabel('City', { exact: true }).fill('Bath');
  await page.getByRole('dialog', { name: 'Add Location' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
  await visit('Discard changes?');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByRole('tab', { name: 'Opening hours' }).click();
  await page.getByRole('button', { name: 'Add hours on Monday' }).click();
  await page.getByRole('button', { name: 'Add Closure' }).click();
  await visit('Opening hours');

  await page.goto('/managers');
  const search = page.getByPlaceholder('Search employees...');
  await search.fill('nobody has this name');
  await expect(page.getByText('No employees found')).toBeVisible();
  await visit('Employees, none found');
  await search.fill('');
  const row = page.getByRole('row').filter({ hasText: people.manager });
  await actOn(page, row, 'Assign Location');
  await visitList('Assign Location', 'Location');
  await close('Assign Location');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  await visitList('Add New Employee', 'Role');
}

test('no page beside the screens shifts while it loads, or has an axe violation in either theme', async ({
  page,
}) => {
  await watchLayout(page);
  const expectStill = async (what: string) => {
    await settled(page);
    expect(await page.evaluate(() => window.shifts), what).toEqual([]);
  };
  await page.goto('/auth');
  const signInButton = page.getByRole('button', { name: 'Sign in' });
  await expect(signInButton).toBeEnabled();
  await expectStill('Sign-in page');
  await expectAccessibleInBothThemes(page, 'Sign-in page');
  await signInButton.click();
  await page.setViewportSize({ width: 320, height: 568 });
  await expectAccessibleInBothThemes(page, 'Login form');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByText('Reset password').click();
  await expectAccessibleInBothThemes(page, 'Reset Password');
  await signIn(page, 'admin');
  for (const [path, text] of screens) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectStill(path);
    await expectAccessibleInBothThemes(page, path);
  }
  await page.goto('/admin/remotes');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the remotes');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the drawer of a phone');
});

test(
  'no dialog with a list or with errors has an axe violation, in either theme',
  { tag: '@nightly' },
  async ({ page }) => {
    test.setTimeout(400_000);
    await signIn(page, 'admin');
    await visitStates(page, (what) => expectAccessibleInBothThemes(page, what));
  },
);

test('in forced colours an icon has the colour of the text beside it', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'admin', '/locations');
  const icon = page.getByRole('main').getByRole('listitem').first().locator('.anticon').first();
  await expect(icon).toBeVisible();
  const [own, beside] = await icon.evaluate((it) =>
    [it, it.nextElementSibling ?? it].map((each) => getComputedStyle(each).color),
  );
  expect(own).toBe(beside);
});
