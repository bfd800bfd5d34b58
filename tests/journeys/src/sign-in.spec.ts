import { expect, test } from '@playwright/test';
import { password, people, signIn } from './people.ts';

test('signs in and out by keyboard alone', async ({ page }) => {
  await page.goto('/auth');
  const open = page.getByRole('button', { name: 'Sign in' });
  // The static page before the scripts has it disabled, and "press" does not wait for that.
  await expect(open).toBeEnabled();
  await open.press('Enter');
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

  // A click must not open the tooltip, also where the pointer stays.
  await page.keyboard.press('Tab');
  await theme.click();
  await page.waitForTimeout(1000);
  await expect(theme).toBeFocused();
  await expect(tooltip).toBeHidden();
});
