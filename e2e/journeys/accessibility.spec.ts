import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './people.ts';

const screens = [
  ['/', 'Overview of your district operations'],
  ['/tickets', 'To Acknowledge'],
  ['/locations', 'Manage all franchise locations'],
  ['/managers', 'Manage employees and their assigned locations'],
  ['/nothing-here', 'Page Not Found'],
] as const;

async function expectAccessible(page: Page): Promise<void> {
  // Colours are judged once transitions have ended.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

for (const theme of ['dark', 'light'] as const) {
  test(`no screen has a violation axe knows, ${theme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page);
    await signIn(page, 'admin');
    for (const [path, text] of screens) {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expectAccessible(page);
    }
  });
}
