import { expect, type Page, test } from '@playwright/test';
import { startCheckout, type WholeSystem } from '@mainstay/test-kit';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';

test.describe("with the company's account", { tag: '@nightly' }, () => {
  let system: WholeSystem;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    system = await startCheckout(undefined, ['--with-sso']);
  });
  test.afterAll(() => system.stop());

  const theirs = (page: Page) => page.getByRole('button', { name: 'Sign in with Contoso' });
  const own = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

  /** Opens an address and signs in at the company's provider. */
  async function open(page: Page, name: string, path: string): Promise<void> {
    await page.goto(system.url + path);
    await theirs(page).click();
    await page.getByRole('link', { name }).click();
  }

  const opens = (page: Page, path: string) => expect(page).toHaveURL(system.url + path);

  /** Confirms at the provider that its session ends. */
  const endTheirs = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click();

  test('a first sign-in opens the address that was asked for, and an administrator unlinks the account', async ({
    page,
    browser,
  }) => {
    await open(page, 'Marcus Bell', '/tickets?priority=high');
    await opens(page, '/tickets?priority=high');
    await expect(page.getByRole('heading', { name: 'Maintenance', level: 1 })).toBeVisible();

    const administrator = await (await browser.newContext()).newPage();
    await open(administrator, 'Dana Whitfield', '/managers');
    const row = administrator.getByRole('row').filter({ hasText: 'Marcus Bell' });
    await row.getByRole('button', { name: 'Edit' }).click();
    const dialog = administrator.getByRole('dialog', { name: 'Edit Employee' });
    await expect(dialog.getByText(/^manager@example\.com, linked .+, last used /)).toBeVisible();
    await expectAccessibleInBothThemes(administrator, 'Company account of an employee');
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await expect(dialog.getByText('manager@example.com, linked')).toBeHidden();
    await expect(own(page)).toBeVisible();
    await administrator.context().close();
  });

  test('somebody who is no employee is told whom to ask', async ({ page }) => {
    await open(page, 'Robin Stranger', '/');
    await opens(page, '/auth?problem=not_known');
    const text = 'There is no account for you here. Ask your administrator to add you as an employee.';
    await expect(page.getByRole('alert')).toHaveText(text);
    await expectAccessibleInBothThemes(page, "Sign-in with the company's account");
  });

  test('signing out ends the session at the provider, too', async ({ page }) => {
    await open(page, 'Marcus Bell', '/tickets');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await endTheirs(page);
    await opens(page, '/auth');
    await theirs(page).click();
    await expect(page.getByRole('link', { name: 'Marcus Bell' })).toBeVisible();
  });

  test('signing out at the provider closes an open board', async ({ page }) => {
    await open(page, 'Marcus Bell', '/tickets');
    await expect(page.getByRole('heading', { name: 'Maintenance', level: 1 })).toBeVisible();
    const another = await page.context().newPage();
    await another.goto(`${system.url}/api/oidc/login`);
    await opens(another, '/');
    const login = await another.request.get(`${system.url}/api/oidc/login`, { maxRedirects: 0 });
    await another.goto(new URL('/session/end', login.headers()['location']).href);
    await endTheirs(another);
    await expect(own(page)).toBeVisible();
  });
});
