import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { test } from './temporary-store.ts';

test('an administrator sees what a file changes, and imports it without its wrong row', async ({
  page,
  store,
}) => {
  await signIn(page, 'admin', '/locations');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Locations' });
  // The store has its name for a number.
  const file = `Store Number,City,State,ZIP Code\n${store.name},Bath,,\n${store.name} B,Bath,ME,04530\n`;
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'stores.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(dialog.getByText('City: Portland → Bath')).toBeVisible();
  await expect(dialog.getByText('Location Name: Required.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'Preview of an import');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog.getByRole('button', { name: 'Applied: 1' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('searchbox').fill(store.name);
  await expect(page.getByRole('listitem').filter({ hasText: store.name })).toContainText('Bath, ME');
});
