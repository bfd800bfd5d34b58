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
  await expect(page.getByRole('link', { name: 'Employees' })).toHaveCount(0);

  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /theme/i }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');

  await page.goto('/nothing-here');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page
    .getByRole('link', { name: 'Go Home' })
    .or(page.getByRole('button', { name: 'Go Home' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
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
