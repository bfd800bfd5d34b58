import { expect, type Locator, type Page, test } from '@playwright/test';
import { phone } from './intake-form.ts';
import { signIn } from './people.ts';

const newTicket = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  return dialog;
};

test.use(phone);

test('Back closes what is open, asks before it discards input, and then leaves the screen', async ({
  page,
}) => {
  await signIn(page, 'manager');
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
  await page.getByRole('link', { name: 'Maintenance', exact: true }).click();
  await expect(page).toHaveURL('/tickets');

  const dialog = await newTicket(page);
  await dialog.getByLabel('Title').fill('Half a sentence');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a sentence');
  const asked = page.waitForEvent('dialog');
  // It does not end: nothing is loaded.
  void page.reload().catch(() => undefined);
  await (await asked).dismiss();
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a sentence');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/tickets');
  await page.goBack();
  await expect(page).toHaveURL('/');
});
