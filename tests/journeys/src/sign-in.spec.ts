import { expect, test } from '@playwright/test';
import { password, people, signIn } from './people.ts';

test('signed out, every path shows the sign-in screen', async ({ page }) => {
  for (const path of ['/', '/tickets', '/nothing-here', '/auth']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  }
});

test('a wrong password shows the specified toast', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(`nobody-${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page.getByText('401: Invalid email or password')).toBeVisible();
});

test('Reset password explains who can do it', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Reset password').click();
  const dialog = page.getByRole('dialog', { name: 'Reset Password' });
  await expect(dialog).toContainText('contact your administrator');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
});

test('signs in and out by keyboard alone', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in' }).press('Enter');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(people.admin);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await page.goto('/auth');
  await expect(page).toHaveURL(/\/$/);
  // Otherwise the focus could still move from the button to the content.
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('button', { name: 'Sign Out' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
});

test('the frame: role, entries, theme remembered, 404', async ({ page }) => {
  await signIn(page, 'manager');
  await expect(page.getByText('district manager', { exact: true })).toBeVisible();
  await expect(page.getByText('Sandwich Co. manager')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Employees' })).toHaveCount(0);

  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /theme/i }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');

  await page.goto('/nothing-here');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible();
  await page
    .getByRole('link', { name: 'Go Home' })
    .or(page.getByRole('button', { name: 'Go Home' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('the sidebar has its width on every screen, and is a drawer below 768 px', async ({ page }) => {
  await signIn(page, 'manager');
  const sidebar = page.locator('#sidebar');
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return (await sidebar.boundingBox())?.width;
  };
  await expect.poll(() => widthAt(1280)).toBe(256);
  await expect.poll(() => widthAt(1536)).toBe(320);
  await expect.poll(() => widthAt(768)).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(() => widthAt(1280)).toBe(48);
  await page.keyboard.press('Control+b');
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: /sidebar/i }).click();
  await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(288);
});

test('a tooltip opens 700 ms after the pointer comes, and at once for the keyboard; Escape closes it', async ({
  page,
}) => {
  await signIn(page, 'manager');
  const tooltip = page.getByRole('tooltip');
  const theme = page.getByRole('button', { name: /theme/i });
  const before = performance.now();
  await theme.hover();
  await expect(tooltip).toBeVisible();
  expect(performance.now() - before).toBeGreaterThan(700);
  await page.mouse.move(0, 400);
  await expect(tooltip).toBeHidden();

  await page.getByRole('button', { name: 'Profile' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(theme).toBeFocused();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();

  // A click must not open the tooltip.
  await page.keyboard.press('Tab');
  await theme.click();
  await page.mouse.move(0, 400);
  await expect(theme).toBeFocused();
  await expect(tooltip).toBeHidden();
});
