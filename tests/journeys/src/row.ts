import { expect, type Locator, type Page } from '@playwright/test';

/** Does something with a row of a list: by its button, or in its menu where there is no room for that. */
export async function actOn(page: Page, row: Locator, name: string): Promise<void> {
  const button = row.getByRole('button', { name, exact: true });
  const menu = row.getByRole('button', { name: 'More' });
  await expect(button.or(menu).first()).toBeVisible();
  if (await button.isVisible()) {
    await button.click();
    return;
  }
  await menu.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
