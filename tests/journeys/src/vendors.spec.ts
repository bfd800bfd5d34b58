import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test } from './temporary-store.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

// What differs from other screens is tried in the specs of mf-equipment.
test(
  'an administrator adds, edits, deactivates and deletes a vendor by keyboard alone',
  { tag: '@nightly' },
  async ({ page, store }) => {
    test.slow();
    const name = `Vendor of ${store.name}`;
    await signIn(page, 'admin', '/vendors');
    await tabTo(page, page.getByRole('button', { name: 'Add Vendor' }));
    await page.keyboard.press('Enter');
    const add = page.getByRole('dialog', { name: 'Add Vendor' });
    await expect(add.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await expectAccessibleInBothThemes(page, 'Add Vendor');
    await tabTo(page, add.getByRole('button', { name: 'Add Vendor' }));
    await page.keyboard.press('Enter');
    await expect(add).toBeHidden();

    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(name);
    const row = rowOf(page, name);
    await expect(row).toContainText('None given');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessibleInBothThemes(page, 'a vendor on a phone');
    await tabTo(page, row.getByRole('button', { name }));
    await page.keyboard.press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Vendor' });
    await tabTo(page, edit.getByLabel('Spending limit'));
    await page.keyboard.type('500');
    await expectAccessibleInBothThemes(page, 'Edit Vendor on a phone');
    await tabTo(page, edit.getByRole('button', { name: 'Save Changes' }));
    await page.keyboard.press('Enter');
    await expect(edit).toBeHidden();
    await expect(row.getByText('$500.00')).toBeVisible();

    const act = async (item: string) => {
      await tabTo(page, row.getByRole('button', { name: 'More' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await expectAccessibleInBothThemes(page, 'the menu of a vendor');
      for (let at = 0; at < 3; at += 1) {
        if (await page.getByRole('menuitem', { name: item }).evaluate((it) => it === document.activeElement))
          break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
    };
    await act('Deactivate');
    await expect(row.getByText('Inactive')).toBeVisible();

    await act('Delete');
    const question = page.getByRole('dialog', { name: 'Delete Vendor' });
    await tabTo(page, question.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await expect(row).toHaveCount(0);
  },
);
