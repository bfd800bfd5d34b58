import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { signIn } from './people.ts';

test('downloads the locations that are shown, with the keyboard, also on a small screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'manager', '/locations');
  const names = page.getByRole('heading', { level: 2 });
  await expect(names).not.toHaveCount(0);
  const [name = ''] = await names.allTextContents();
  await page.getByRole('searchbox').fill(name);
  await expect(names).toHaveText([name]);
  const link = page.getByRole('link', { name: 'Export CSV' });
  const downloaded = page.waitForEvent('download');

  await page.keyboard.press('Shift+Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^locations-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFLocation Name,Store Number,/);
  expect(lines[1]).toContain(name);
  await expect(page).toHaveURL(/\/locations$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
