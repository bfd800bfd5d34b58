import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleInBothThemes, settled } from './expect-accessible.ts';
import { people, signIn } from './people.ts';
import { actOn } from './row.ts';

const screens = [
  ['/', 'Overview of your district operations'],
  ['/tickets', 'To Acknowledge'],
  ['/response-targets', 'How soon tickets are answered and fixed'],
  ['/reports', 'Four questions about your stores'],
  ['/inbox', 'What changed in your stores'],
  ['/inbox/settings', 'What you hear about, and when'],
  ['/equipment', 'What stands in your stores, and the stickers to report a problem with it'],
  ['/vendors', 'Who repairs what in your stores'],
  ['/locations', 'Manage all franchise locations'],
  ['/managers', 'Manage employees and their assigned locations'],
  ['/nothing-here', 'Page Not Found'],
] as const;

/** Opens each dialog of the administrator's screens and each option list in it. */
async function visitDialogs(page: Page, visit: (what: string) => Promise<void>): Promise<void> {
  const close = async (name: string) => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  };
  // A closing option list still handles Escape for a moment after it is hidden.
  const pressClose = (name: string) =>
    page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();
  const closeAfterList = async (name: string) => {
    await pressClose(name);
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  };
  const visitList = async (dialog: string, field: string) => {
    await page.getByRole('dialog', { name: dialog }).getByRole('combobox', { name: field }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await visit(`${dialog}, list of ${field}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option').first()).toBeHidden();
  };

  await page.goto('/');
  await page.getByRole('button', { name: 'Profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
  await visit('Profile');
  await close('Profile');

  await page.goto('/locations');
  await page.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Location' })).toBeVisible();
  await visit('Add Location');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByText('City is required')).toBeVisible();
  await visit('Add Location with what is missing');
  await visitList('Add Location', 'Status');
  await page.getByLabel('City', { exact: true }).fill('Bath');
  await pressClose('Add Location');
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
  await visit('Discard changes?');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [button, title] of [
    ['Edit', 'Edit Location'],
    ['Delete', 'Delete Location'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await visit(title);
    if (title === 'Edit Location') {
      await page.getByRole('tab', { name: 'Opening hours' }).click();
      await page.getByRole('button', { name: 'Add hours on Monday' }).click();
      await page.getByRole('button', { name: 'Add Closure' }).click();
      await visit('Opening hours');
      await pressClose(title);
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    } else await close(title);
  }

  await page.goto('/vendors');
  await page.getByRole('button', { name: 'Add Vendor' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Vendor' })).toBeVisible();
  await visit('Add Vendor');
  await close('Add Vendor');

  await page.goto('/managers');
  const search = page.getByPlaceholder('Search employees...');
  await search.fill('nobody has this name');
  await expect(page.getByText('No employees found')).toBeVisible();
  await visit('Employees, none found');
  await search.fill('');
  const row = page.getByRole('row').filter({ hasText: people.manager });
  await actOn(page, row, 'Assign Location');
  await expect(page.getByRole('dialog', { name: 'Assign Location' })).toBeVisible();
  await visit('Assign Location');
  await visitList('Assign Location', 'Location');
  await closeAfterList('Assign Location');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Employee' })).toBeVisible();
  await visit('Add New Employee');
  await visitList('Add New Employee', 'Role');
  await closeAfterList('Add New Employee');
  await actOn(page, row, 'Edit');
  await expect(page.getByRole('dialog', { name: 'Edit Employee' })).toBeVisible();
  await visit('Edit Employee');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('dialog', { name: 'Reset User Password' })).toBeVisible();
  await visit('Reset User Password');
}

test('no screen shifts while it loads, or has an axe violation in either theme', async ({ page }) => {
  test.setTimeout(400_000);
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(window, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue;
        const sources: unknown = Reflect.get(entry, 'sources');
        const moved = Array.isArray(sources) ? sources.map((source: { node?: Element }) => source.node) : [];
        shifts.push(
          `${String(Reflect.get(entry, 'value'))}: ${moved.map((node) => node?.outerHTML.slice(0, 200)).join()}`,
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const expectStill = async (what: string) => {
    await settled(page);
    expect(await page.evaluate((): unknown => Reflect.get(window, 'shifts')), what).toEqual([]);
  };
  await page.goto('/auth');
  const signInButton = page.getByRole('button', { name: 'Sign in' });
  await expect(signInButton).toBeEnabled();
  await expectStill('Sign-in page');
  await expectAccessibleInBothThemes(page, 'Sign-in page');
  await signInButton.click();
  await expectAccessibleInBothThemes(page, 'Login form');
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
  'no dialog or option list has an axe violation, in either theme',
  { tag: '@nightly' },
  async ({ page }) => {
    test.setTimeout(400_000);
    await signIn(page, 'admin');
    await visitDialogs(page, (what) => expectAccessibleInBothThemes(page, what));
  },
);

test('nothing scrolls horizontally at 400 % zoom', { tag: '@nightly' }, async ({ page }) => {
  test.setTimeout(240_000);
  // The size of a window of 1280 by 1024 px at that zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  const expectToFit = async (what: string) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, what).toBeLessThanOrEqual(320);
    const dialog = await page
      .locator('.ant-modal, dialog[open]')
      .evaluateAll((dialogs) => dialogs.map((each) => each.getBoundingClientRect().right));
    for (const right of dialog) expect(right, what).toBeLessThanOrEqual(320);
  };
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectToFit('Login form');
  await signIn(page, 'admin');
  for (const [path, text] of screens) {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectToFit(path);
  }
  await visitDialogs(page, expectToFit);
});

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
